import type { PublicTexts } from '#app/lib/messages.ts'

/** A page that a reply may link to. */
export type NamedPage = { readonly id: string; readonly path: string; readonly name: string }

/** What the product says in another language. */
export type ProductTranslation = {
  /** The assistant's default greeting. */
  readonly welcome: string
  /** Its default suggestions, by their English text. */
  readonly questions: Readonly<Record<string, string>>
  /** The default values of the starter's facts. */
  readonly facts: Readonly<Record<string, string>>
  /** The sets of texts, by their names. */
  readonly sets: Readonly<Record<string, unknown>>
}

/** What visitors read, in the owner's wording. */
export type Wording = {
  /** Fills in facts. Without a translation: in the language of the site. Texts that the owner changed stay the owner's. */
  texts<Strings>(texts: PublicTexts<Strings>, translation?: ProductTranslation): Strings
  /** Fills facts into another text by the owner. */
  fill(text: string): string
  /** Pages that visitors can open, in menu order. */
  readonly pages: readonly NamedPage[]
}

/** A text of the product that the owner may reword. */
export type ProductText = {
  text: string
  /** Names of the placeholders in braces. */
  places: readonly string[]
  /** The placeholders that the text must contain. */
  required: readonly string[]
  mayBeEmpty: boolean
}
