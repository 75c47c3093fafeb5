import { toHtml } from 'hast-util-to-html'

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
import { parseHtml, safeHtml } from './safe-html.server.ts'
import { textOf } from './html-tree.ts'

export type RenderedContent = {
  /** Safe to show anywhere on the site, in feeds and in the admin. */
  html: string
  /** The same as plain text, in one line. */
  text: string
  words: number
  outline: OutlineEntry[]
}

/**
 * Makes of what was typed (Markdown, with HTML where it is safe) what is shown. Nothing else writes a post's HTML. It may
 * take a second, and so runs in the pool alone (render-apart.server.ts).
 * @throws {FieldErrors} of `content`, in words for the writer.
 */
export async function renderContent(source: string, isColoured = true): Promise<RenderedContent> {
  const safe = toHtml(safeHtml(parseHtml(markdown.render(source))))
  // What is left when an element is taken out may nest as no parser would have it: a second look settles that.
  const tree = safeHtml(parseHtml(safe))
  linkBareAddresses(tree)
  finishLinksAndPictures(tree)
  const outline = outlineOf(tree)
  const text = textOf(tree)
  await colourCode(tree, isColoured)
  wrapTables(tree)
  sizeOwnPictures(tree)
  return { html: toHtml(tree), text, words: countWords(text), outline }
}
