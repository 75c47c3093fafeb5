import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it'

import { assertDefined } from '#app/lib/assert-defined.ts'

const TILDE = 0x7e
/** Not a character code, so that delimiters of one tilde only pair with each other. */
const ONE_TILDE = -1

/** One or two tildes strike through, as on GitHub. A single one within a word does not, because `10~20` is a range. */
export function strikethrough(markdown: MarkdownIt): void {
  markdown.inline.ruler.at('strikethrough', readTildes)
  markdown.inline.ruler2.at('strikethrough', (state) => {
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
