import type { PublicTexts } from '#app/lib/messages.ts'

/** A page that an answer may link to. */
export type NamedPage = { readonly id: string; readonly path: string; readonly name: string }

/** What visitors read, in the owner's words. */
export type Wording = {
  /** With facts filled in. */
  texts<Strings>(texts: PublicTexts<Strings>): Strings
  /** Fills facts into another text of the owner's. */
  fill(text: string): string
  /** The pages that visitors can open, in the order of menus. */
  readonly pages: readonly NamedPage[]
}
