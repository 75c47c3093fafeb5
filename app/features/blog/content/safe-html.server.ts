import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { defaultSchema, sanitize, type Schema } from 'hast-util-sanitize'
import { defaultTreeAdapter, parseFragment } from 'parse5'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { footnoteIds } from './footnotes.ts'
import { elementsIn } from '#app/features/editing/html-tree.ts'

const MAX_DEPTH = 200
/** A post of 100,000 words has about 10,000 elements. */
const MAX_ELEMENTS = 30_000
/** The parser compares each attribute with all earlier ones, so its time is quadratic. */
const MAX_TAG_LENGTH = 10_000

/**
 * Parses HTML as browsers do, so that the sanitizer sees what they will show. The limits bound time and memory, because
 * repairing broken markup can multiply it.
 * @throws {FieldErrors} of `content`.
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
        throw new FieldErrors({ content: `The content is nested more than ${MAX_DEPTH} levels deep.` })
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
  // With scripting off, the content of noscript is parsed as elements and sanitized too.
  const tree = fromParse5(parseFragment(html, { treeAdapter, scriptingEnabled: false }))
  return tree.type === 'root' ? tree : { type: 'root', children: [] }
}

function refuseLongTags(html: string): void {
  for (const piece of html.split('>')) {
    const start = piece.length > MAX_TAG_LENGTH ? piece.search(/<[a-z]/i) : -1
    if (start !== -1 && piece.length - start > MAX_TAG_LENGTH)
      throw new FieldErrors({
        content: `The content has an HTML tag of more than ${MAX_TAG_LENGTH.toLocaleString('en-US')} characters. Please insert pictures by their address.`,
      })
  }
}

/** HTML allowed in posts: GitHub's list without classes, and without ids except footnotes', which could clash with the page's. */
const schema: Schema = {
  ...defaultSchema,
  tagNames: [
    ...assertDefined(defaultSchema.tagNames, 'GitHub’s list has elements'),
    'abbr',
    'figure',
    'figcaption',
    'mark',
    'small',
    'u',
  ],
  attributes: {
    a: ['href', 'title', ['id', footnoteIds]],
    abbr: ['title'],
    blockquote: ['cite'],
    code: [['className', /^language-[\w+#.-]{1,30}$/]],
    details: ['open'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start', 'reversed', 'type'],
    input: [['type', 'checkbox'], 'checked'],
    li: ['value', ['id', footnoteIds]],
    source: ['srcSet', 'media', 'type'],
    td: ['align', 'colSpan', 'rowSpan'],
    th: ['align', 'colSpan', 'rowSpan', 'scope'],
    time: ['dateTime'],
    '*': ['dir', 'lang'],
  },
  protocols: {
    href: ['http', 'https', 'ftp', 'mailto', 'tel'],
    src: ['http', 'https'],
    srcSet: ['http', 'https'],
    cite: ['http', 'https'],
  },
  clobberPrefix: '',
  required: { input: { type: 'checkbox', disabled: true } },
  // These are removed with their content, which is not text of the post.
  strip: [
    'script',
    'style',
    'template',
    'noembed',
    'noframes',
    'iframe',
    'xmp',
    'math',
    'svg',
    'title',
    'textarea',
  ],
}

/** Removes everything that could run scripts, style the page or load anything but pictures. */
export function safeHtml(tree: Root): Root {
  for (const element of elementsIn(tree)) {
    const { tagName, properties } = element
    // Of form controls only task checkboxes stay; the sanitizer drops an element with an unknown name.
    if (tagName === 'input' && properties['type'] !== 'checkbox') element.tagName = 'none'
    for (const name of ['href', 'src'])
      properties[name] &&= String(properties[name]).replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) =>
        scheme.toLowerCase(),
      )
  }
  const safe = sanitize(tree, schema)
  return safe.type === 'root' ? safe : { type: 'root', children: [] }
}
