import { toHtml } from 'hast-util-to-html'

import { foldText } from '../search/fold-words.ts'
import { colourCode } from './colour-code.server.ts'
import { countWords } from './excerpt.ts'
import { finishFootnotes } from './footnotes.ts'
import {
  finishLinksAndPictures,
  linkBareAddresses,
  type OutlineEntry,
  outlineOf,
  sizeOwnPictures,
  wrapTables,
} from './html-transforms.server.ts'
import { markdown } from './markdown.ts'
import { parseHtml, safeHtml } from './safe-html.server.ts'
import { textOf } from '#app/features/editing/html-tree.ts'

export type RenderedContent = {
  /** Sanitized, for the site, the feeds and the admin. */
  html: string
  /** The same as plain text in one line. */
  text: string
  /** The text as `foldText` returns it, for the search index. */
  searched: string
  words: number
  outline: OutlineEntry[]
}

/**
 * Renders Markdown with embedded HTML to sanitized HTML; nothing else may write a post's HTML. It may take a second, so
 * call it only in the pool (`renderInPool`).
 * @throws {FieldErrors} of `content`.
 */
export async function renderContent(source: string, isColoured = true): Promise<RenderedContent> {
  const safe = toHtml(safeHtml(parseHtml(markdown.render(source))))
  // Removing an element can leave nesting that browsers parse differently, so parse and sanitize again.
  const tree = safeHtml(parseHtml(safe))
  linkBareAddresses(tree)
  finishLinksAndPictures(tree)
  finishFootnotes(tree)
  const outline = outlineOf(tree)
  const text = textOf(tree)
  await colourCode(tree, isColoured)
  wrapTables(tree)
  sizeOwnPictures(tree)
  return { html: toHtml(tree), text, searched: foldText(text), words: countWords(text), outline }
}
