import type { Root } from 'hast'
import { defaultSchema, sanitize, type Schema } from 'hast-util-sanitize'

import { elementsIn } from './walk.ts'

/**
 * What of HTML a post may hold: GitHub's list without forms, ids and classes (they could name what is ours), but for the
 * language of code.
 */
const schema: Schema = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter((name) => name !== 'input'),
    'abbr',
    'figure',
    'figcaption',
    'mark',
    'small',
    'u',
  ],
  attributes: {
    a: ['href', 'title'],
    abbr: ['title'],
    blockquote: ['cite'],
    code: [['className', /^language-[\w+#.-]{1,30}$/]],
    details: ['open'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
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
  required: {},
  // With their text: what stands in them is no text of the post.
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

/** A tree in which nothing can run, load from elsewhere but a picture, or reach beyond the post. */
export function safeHtml(tree: Root): Root {
  for (const { properties } of elementsIn(tree))
    for (const name of ['href', 'src'])
      properties[name] &&= String(properties[name]).replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) =>
        scheme.toLowerCase(),
      )
  const safe = sanitize(tree, schema)
  return safe.type === 'root' ? safe : { type: 'root', children: [] }
}
