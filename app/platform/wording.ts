import type { PublicTexts } from '#app/lib/messages.ts'

/** A page that an answer may link to. */
export type NamedPage = { readonly id: string; readonly path: string; readonly name: string }

/** A set of texts in another language by their places, and the starter's values of the facts that they name. */
export type TranslatedTexts = { readonly texts: unknown; readonly facts: Readonly<Record<string, string>> }

/** What visitors read, in the owner's words. */
export type Wording = {
  /** With facts filled in. A translation stands where the owner did not word a text otherwise. */
  texts<Strings>(texts: PublicTexts<Strings>, translated?: TranslatedTexts): Strings
  /** Fills facts into another text of the owner's. */
  fill(text: string): string
  /** The pages that visitors can open, in the order of menus. */
  readonly pages: readonly NamedPage[]
}

/** A text of the product's own, as the owner may word it otherwise. */
export type ProductText = {
  text: string
  /** Names in braces that code fills. */
  places: readonly string[]
  /** Those of them without which the text would not say what it must. */
  required: readonly string[]
  mayBeEmpty: boolean
}
