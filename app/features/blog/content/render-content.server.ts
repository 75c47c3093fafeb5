import { toHtml } from 'hast-util-to-html'

import { FieldErrors } from '#app/platform/errors.ts'

import { colourCode } from './colour-code.server.ts'
import { countWords } from './excerpt.ts'
import {
  finishLinksAndPictures,
  linkBareAddresses,
  type OutlineEntry,
  outlineOf,
  sizeOwnPictures,
  wrapTables,
} from './finish-tree.server.ts'
import { markdown } from './markdown.server.ts'
import { parseHtml } from './parse-html.server.ts'
import { safeHtml } from './safe-html.server.ts'
import { textOf } from './walk.ts'

/** Characters: some 80,000 words. Rendering holds up everybody else for a second a million. */
export const MAX_SOURCE = 500_000

export type RenderedContent = {
  /** Safe to show anywhere on the site, in feeds and in the admin. */
  html: string
  /** The same as plain text, in one line. */
  text: string
  words: number
  outline: OutlineEntry[]
}

/**
 * Makes of what was typed (Markdown, with HTML where it is safe) what is shown. Nothing else writes a post's HTML.
 * @throws {FieldErrors} of `content`, in words for the writer.
 */
export async function renderContent(source: string): Promise<RenderedContent> {
  if (source.length > MAX_SOURCE) {
    const [length, most] = [source.length, MAX_SOURCE].map((n) => n.toLocaleString('en-US'))
    throw new FieldErrors({ content: `The content has ${length} characters; a post may have ${most}.` })
  }
  const safe = toHtml(safeHtml(parseHtml(markdown.render(source))))
  // What is left when an element is taken out may nest as no parser would have it: a second look settles that.
  const tree = safeHtml(parseHtml(safe))
  linkBareAddresses(tree)
  finishLinksAndPictures(tree)
  const outline = outlineOf(tree)
  const text = textOf(tree)
  await colourCode(tree)
  wrapTables(tree)
  sizeOwnPictures(tree)
  return { html: toHtml(tree), text, words: countWords(text), outline }
}
