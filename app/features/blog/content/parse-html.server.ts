import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { defaultTreeAdapter, parseFragment } from 'parse5'

import { FieldErrors } from '#app/platform/errors.ts'

const MAX_DEPTH = 200
/** A post of a hundred thousand words has some ten thousand. */
const MAX_ELEMENTS = 30_000
/** The parser compares each attribute with all before it. */
const MAX_TAG_LENGTH = 10_000

/**
 * Parses HTML as browsers do, so that what is made safe is what they will see. Time and memory are bounded by what is
 * refused: markup nested without end, or that multiplies as it is repaired.
 * @throws {FieldErrors} of `content`, in words for the writer.
 */
export function parseHtml(html: string): Root {
  refuseLongTags(html)
  let depth = 0
  let elements = 0
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    onItemPush() {
      depth += 1
      if (depth > MAX_DEPTH)
        throw new FieldErrors({ content: `The content is nested more than ${MAX_DEPTH} deep.` })
    },
    onItemPop() {
      depth -= 1
    },
    createElement(...args) {
      elements += 1
      if (elements > MAX_ELEMENTS)
        throw new FieldErrors({
          content: `The content has more than ${MAX_ELEMENTS.toLocaleString('en-US')} elements.`,
        })
      return defaultTreeAdapter.createElement(...args)
    },
  }
  // Scripting off: what stands in noscript is then parsed, and seen, as elements.
  const tree = fromParse5(parseFragment(html, { treeAdapter, scriptingEnabled: false }))
  return tree.type === 'root' ? tree : { type: 'root', children: [] }
}

function refuseLongTags(html: string): void {
  for (const piece of html.split('>')) {
    const start = piece.length > MAX_TAG_LENGTH ? piece.search(/<[a-z]/i) : -1
    if (start !== -1 && piece.length - start > MAX_TAG_LENGTH)
      throw new FieldErrors({
        content: `The content has an HTML tag of more than ${MAX_TAG_LENGTH.toLocaleString('en-US')} characters. Pictures belong in by their address.`,
      })
  }
}
