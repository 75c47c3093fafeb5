import MarkdownIt, { type Delimiter, type MarkdownIt as Parser, type StateInline } from 'markdown-it'

import { assertDefined } from '#app/lib/assert-defined.ts'

import { footnotes } from './footnotes.ts'

/** Deeper quotes and lists are dropped, because each level costs time. */
const MAX_NESTING = 60

/** GitHub-flavoured Markdown. HTML passes through, so the output must be sanitized before it is shown. */
export const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: MAX_NESTING })
  .use(strikethrough)
  .use(footnotes)

// URLs end before direction marks, and a colon at the end belongs to the sentence.
const patterns = markdown.linkify.re
const DIRECTION = '[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]'
patterns.src_ZPCc += `|${DIRECTION}`
patterns.src_ZCc += `|${DIRECTION}`
const anyPath = patterns.get_path.bind(patterns)
let path: RegExp | undefined
patterns.get_path = () => {
  const colon = `:(?![:.,;!?"')\\]}*_~]{0,20}(?:${patterns.src_ZCc}|$))`
  path ??= new RegExp(anyPath().source.replace('[\\\\/:%@#&=_~*]', `${colon}|[\\\\/%@#&=_~*]`))
  return path
}

let afterWww: RegExp | undefined

/** Finds URLs in text that begin with http, https, ftp, mailto or `www.`; a bare domain may be just a name. */
export const bareLinks = markdown.linkify
  .set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false, urlAuth: true })
  .add('//', null)
  .add('www.', {
    validate(text, position, { re }) {
      afterWww ??= new RegExp(re.get_url_host_port().source + re.get_path().source, 'iy')
      afterWww.lastIndex = position
      return afterWww.exec(text)?.[0].length ?? 0
    },
    normalize(match) {
      match.url = `http://${match.url}`
    },
  })

// The content security policy forbids inline styles, so column alignment becomes an attribute.
markdown.core.ruler.push('table_alignment', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type !== 'th_open' && token.type !== 'td_open') continue
    const side = /^text-align:(\w+)$/.exec(String(token.attrGet('style')))?.[1]
    token.attrs = side ? [['align', side]] : null
  }
})

// Only a typed box becomes a checkbox; the escaped `- \[ ] a` does not.
markdown.core.ruler.after('footnotes', 'tasks', ({ tokens, Token }) => {
  for (const [at, { type, content, children }] of tokens.entries()) {
    const isFirst = type === 'inline' && tokens[at - 2]?.type === 'list_item_open'
    const box = isFirst ? /^\[([ xX])\](?=\s+\S)/.exec(content) : null
    const text = children?.[0]
    if (!box || text?.type !== 'text' || !text.content.startsWith(box[0])) continue
    text.content = text.content.slice(box[0].length)
    const input = `<input type="checkbox" disabled${box[1] === ' ' ? '' : ' checked'}>`
    children?.unshift(Object.assign(new Token('html_inline', '', 0), { content: input }))
  }
})

// A URL right after `_` is part of an identifier, which the rule for URLs in emphasis does not check.
markdown.core.ruler.push('no_address_within_words', ({ tokens }) => {
  for (const { children } of tokens) {
    if (!children) continue
    for (const [n, token] of children.entries()) {
      if (token.type !== 'link_open' || token.markup !== 'linkify') continue
      if (!children[n - 1]?.content.endsWith('_')) continue
      for (const part of [token, children[n + 2]])
        if (part) Object.assign(part, { type: 'text', tag: '', content: '', nesting: 0 })
    }
  }
})

const TILDE = 0x7e
/** Not a character code, so that delimiters of one tilde only pair with each other. */
const ONE_TILDE = -1

/** One or two tildes strike through, as on GitHub. A single one within a word does not, because `10~20` is a range. */
function strikethrough(parser: Parser): void {
  parser.inline.ruler.at('strikethrough', readTildes)
  parser.inline.ruler2.at('strikethrough', (state) => {
    for (const delimiters of [state.delimiters, ...state.tokens_meta.map((meta) => meta?.delimiters)])
      if (delimiters) strike(state, delimiters)
  })
}

function readTildes(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.codePointAt(state.pos) !== TILDE) return false
  const length = state.scanDelims(state.pos, true).length
  const { can_open: open, can_close: close } = state.scanDelims(state.pos, length === 2)
  state.push('text', '', 0).content = '~'.repeat(length)
  state.pos += length
  if (length <= 2)
    state.delimiters.push({
      marker: length === 1 ? ONE_TILDE : TILDE,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      open,
      close,
    })
  return true
}

function strike({ tokens }: StateInline, delimiters: readonly Delimiter[]): void {
  for (const { marker, end, token } of delimiters) {
    const closing = delimiters[end]
    if ((marker !== TILDE && marker !== ONE_TILDE) || !closing) continue
    for (const [at, type, nesting] of [
      [token, 's_open', 1],
      [closing.token, 's_close', -1],
    ] as const)
      Object.assign(assertDefined(tokens[at], 'a delimiter has its token'), {
        type,
        tag: 's',
        nesting,
        content: '',
      })
  }
}
