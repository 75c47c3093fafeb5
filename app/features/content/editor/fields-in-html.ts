import { assertDefined } from '#app/lib/assert-defined.ts'

import { blockPattern, type Mark, markNumber, markPattern, strayPattern } from './marks.ts'

const ATTRIBUTES = `(?:[^"'<>]|"[^"]*"|'[^']*')*`

/** Matches comments, elements whose content is not markup, tags, and the text between them. */
const TOKEN = new RegExp(
  `<!--[^]*?-->|<(script|style|title|textarea|noscript|iframe)(?=[\\s/>])${ATTRIBUTES}>[^]*?</\\1\\s*>` +
    `|</?[a-z]${ATTRIBUTES}>|[^<]+|<`,
  'gi',
)

const noTag: readonly string[] = []

/** Elements that an added `<span>` would end, or that would drop it. */
const CLOSED = /^(?:svg|math|select)$/

/**
 * Turns marks in the text of a rendered page into `<span data-field>`, and gives blocks their ids. Marks elsewhere are
 * removed, and so are scripts.
 */
export function fieldsInHtml(html: string, marks: readonly Mark[], blocks: readonly string[]): string {
  let depth = 0
  let block: string | undefined
  return html.replaceAll(TOKEN, (token, raw: string | undefined) => {
    if (raw !== undefined) return raw.toLowerCase() === 'script' ? '' : plain(token)
    if (token.startsWith('<!--')) return plain(token)
    const [, closing, name] = /^<(\/?)([a-z][^\s/>]*)/i.exec(token) ?? noTag
    if (!name) {
      for (const [, digits = ''] of token.matchAll(blockPattern)) block = blocks[markNumber(digits)]
      return depth > 0 ? plain(token) : withFields(token, marks)
    }
    if (CLOSED.test(name.toLowerCase()) && !token.endsWith('/>')) depth += closing ? (depth > 0 ? -1 : 0) : 1
    if (isScriptAhead(name, token)) return ''
    const id = closing ? undefined : block
    block = undefined
    if (id === undefined) return plain(token)
    return plain(token).replace(/^<[^\s/>]+/, (open) => `${open} data-block="${escaped(id)}"`)
  })
}

function plain(token: string): string {
  return token.replaceAll(strayPattern, '')
}

function isScriptAhead(name: string, token: string): boolean {
  return name.toLowerCase() === 'link' && /\srel="modulepreload"|\sas="script"/i.test(token)
}

function withFields(text: string, marks: readonly Mark[]): string {
  // Splitting by two groups gives, in turn: text outside of marks, a mark's number, the marked text.
  const parts = text.split(markPattern)
  return parts
    .map((part, index) => {
      if (index % 3 === 1) return ''
      const mark =
        index % 3 === 2
          ? marks[markNumber(assertDefined(parts[index - 1], 'a number stands before its text'))]
          : undefined
      return mark ? field(mark, part) : plain(part)
    })
    .join('')
}

/** A field may be edited in place only if it shows exactly the stored text. */
function field({ place, text, title, isPlain }: Mark, shown: string): string {
  const isSame = isPlain && shown === escaped(text)
  const attributes = `data-field="${escaped(place)}" data-title="${escaped(title)}"${isSame ? ' data-edit' : ''}`
  return `<span ${attributes}>${shown}</span>`
}

/** Escapes as React does. */
function escaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    '"': '&quot;',
    '&': '&amp;',
    "'": '&#x27;',
    '<': '&lt;',
    '>': '&gt;',
  }
  return text.replaceAll(/["&'<>]/g, (sign) => signs[sign] ?? sign)
}
