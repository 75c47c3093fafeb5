import type { Plural } from '#app/lib/messages.ts'

type Texts = { readonly [key: string]: string | Plural | Texts }

/** The panel's texts in another language, by the names of the text sets. */
export type Translation = {
  /** The default greeting; the owner's own is never translated. */
  welcome: string
  /** The default suggested questions, keyed by their English text. */
  questions: Readonly<Record<string, string>>
  /** The default values of the facts that these texts mention. */
  facts: Readonly<Record<string, string>>
  widget: Texts
  chat: Texts
  ai: Texts
  /** Texts of the cards on which the assistant asks for confirmation, and of bookings on them. */
  cards: Texts
  bookings: Texts
  leads: Texts
}
