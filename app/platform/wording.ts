import type { PublicTexts } from '#app/lib/messages.ts'

/** A page that a reply may link to. */
export type NamedPage = { readonly id: string; readonly path: string; readonly name: string }

/** Translated texts by their keys, and the starter's values of the facts that they use. */
export type TranslatedTexts = { readonly texts: unknown; readonly facts: Readonly<Record<string, string>> }

/** What visitors read, in the owner's wording. */
export type Wording = {
  /** Fills in facts. A translation is used where the owner has not changed the text. */
  texts<Strings>(texts: PublicTexts<Strings>, translated?: TranslatedTexts): Strings
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
