import type { Plural } from '#app/lib/messages.ts'

type Texts = { readonly [key: string]: string | Plural | Texts }

/** What the assistant's panel says in another language, by the names of the sets of texts. */
export type Translation = {
  /** The starter's greeting; the owner's own stays as it is. */
  welcome: string
  /** The starter's questions to press, by what they are in English. */
  questions: Readonly<Record<string, string>>
  /** The starter's values of the facts that these texts name. */
  facts: Readonly<Record<string, string>>
  widget: Texts
  chat: Texts
  ai: Texts
  /** Of the cards with which the assistant asks first, and of a booking on one. */
  cards: Texts
  bookings: Texts
  leads: Texts
}
