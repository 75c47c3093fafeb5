/** What models and their templates put around thoughts that they send as text. */
const NAMES = [
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reasoning',
  'reflection',
  'scratchpad',
  'seed:think',
]
const OPEN_MARKS = ['[THINK]', '◁think▷', '<|START_THINKING|>', '<|begin_of_thought|>']
const CLOSE_MARKS = ['[/THINK]', '◁/think▷', '<|END_THINKING|>', '<|end_of_thought|>']
/** Marks of gpt-oss's format, in which a message names its channel; only the final one is for readers. */
const HARMONY =
  /<\|channel\|>\s{0,3}(\w{1,20})[^<|]{0,100}<\|message\|>|<\|(?:start|end|return|call)\|>(?:assistant)?/y

const LONGEST_TAG = 240
const TAG = new RegExp(`<\\s{0,3}(/?)\\s{0,3}(${NAMES.join('|')})(?:\\s[^<>]{0,200})?/?>`, 'iy')

type Mark = { kind: 'open' | 'close' | 'neither'; length: number }

/** What may be shown by now. If `isRestart`, all that was shown before belonged to thoughts. */
export type Shown = { text: string; isRestart: boolean }

export type VisibleText = {
  push(text: string): Shown
  /** Returns the rest at the end. */
  end(): Shown
  /** Shows text at once from now on, because the server sends thoughts apart. */
  release(): void
  /** Characters of thoughts that were held back. */
  readonly hidden: number
  /** Whether any thoughts came as text. */
  readonly hasThoughts: boolean
}

/**
 * Separates a reply from the thoughts that a model writes into it between tags. Tags in code are text, unless they begin
 * the reply; what is unclear is hidden.
 * @param options.holds whether to hold all text back until it is certain that no thoughts without an opening tag precede
 *   it. That is certain after thoughts with both tags, and at the end.
 */
export function createVisibleText({ holds }: { holds: boolean }): VisibleText {
  let pending = ''
  let held = ''
  let isHolding = holds
  let isThinking = false
  let isEmpty = true
  let leading = ''
  let lastThought = ''
  let [hidden, shown, hasThoughts, isRestart] = [0, 0, false, false]
  const code = createCodeTracker()

  function show(text: string): string {
    let said = text
    if (isEmpty) {
      // Space before the first word stays, unless it separated the reply from thoughts.
      leading += text
      if (leading.trim() === '') return ''
      said = hasThoughts ? leading.trimStart() : leading
    }
    isEmpty = false
    leading = ''
    code.read(said)
    if (!isHolding) return said
    held += said
    return ''
  }

  /** @returns whether all text so far belongs to the thoughts, because the template opened them itself */
  function close(): boolean {
    const wasOpen = isThinking
    hasThoughts = true
    isThinking = false
    isHolding = false
    lastThought = ''
    if (wasOpen) return false
    leading = ''
    hidden += held.length
    held = ''
    isEmpty = true
    code.reset()
    return true
  }

  /** Thoughts may speak of the closing tag, in backticks. */
  function isQuoted(from: string, { length }: Mark, isEnd: boolean): 'yes' | 'no' | 'unknown' {
    if (lastThought !== '`') return 'no'
    if (from.length === length) return isEnd ? 'no' : 'unknown'
    return from[length] === '`' ? 'yes' : 'no'
  }

  function take(isEnd: boolean): string {
    let visible = ''
    while (pending !== '') {
      const at = nextMark(pending)
      const plain = pending.slice(0, at)
      const mark = at < pending.length ? markAt(pending, at) : null
      if (isThinking) {
        hidden += plain.length
        lastThought = plain.at(-1) ?? lastThought
      } else visible += show(plain)
      pending = pending.slice(at)
      if (mark === null) {
        if (pending === '' || (!isEnd && mayBecomeMark(pending))) break
        if (isThinking) {
          hidden += 1
          lastThought = pending.slice(0, 1)
        } else visible += show(pending.slice(0, 1))
        pending = pending.slice(1)
        continue
      }
      const said = pending.slice(0, mark.length)
      if (isThinking && mark.kind === 'close' && isQuoted(pending, mark, isEnd) === 'unknown') break
      pending = pending.slice(mark.length)
      if (isThinking) {
        hidden += mark.length
        if (mark.kind === 'close' && isQuoted(said + pending, mark, isEnd) === 'no') close()
      } else if (mark.kind === 'neither') hidden += mark.length
      else if (!isEmpty && code.isLiteral(mark.kind)) visible += show(said)
      else if (mark.kind === 'open') [isThinking, hasThoughts, hidden] = [true, true, hidden + mark.length]
      else {
        hidden += mark.length
        if (close()) {
          hidden += shown + visible.length
          isRestart ||= shown > 0
          ;[visible, shown] = ['', 0]
        }
      }
      if (!isThinking && !isHolding && held !== '') {
        visible = held + visible
        held = ''
      }
    }
    return visible
  }

  function given(text: string): Shown {
    shown += text.length
    const first = { text, isRestart }
    isRestart = false
    return first
  }

  return {
    push(text) {
      pending += text
      return given(take(false))
    },
    end() {
      const visible = take(true)
      const rest = held
      held = ''
      return given(rest + visible)
    },
    release() {
      isHolding = false
    },
    get hidden() {
      return hidden
    },
    get hasThoughts() {
      return hasThoughts
    },
  }
}

function nextMark(text: string): number {
  const at = text.search(/[<[◁]/)
  return at === -1 ? text.length : at
}

function markAt(text: string, at: number): Mark | null {
  TAG.lastIndex = at
  const tag = TAG.exec(text)
  if (tag) return { kind: tag[1] === '/' ? 'close' : 'open', length: tag[0].length }
  for (const [kind, marks] of [
    ['open', OPEN_MARKS],
    ['close', CLOSE_MARKS],
  ] as const)
    for (const mark of marks) if (text.startsWith(mark, at)) return { kind, length: mark.length }
  HARMONY.lastIndex = at
  const harmony = HARMONY.exec(text)
  if (!harmony) return null
  const [{ length }, channel] = harmony
  return { kind: channel === undefined ? 'neither' : channel === 'final' ? 'close' : 'open', length }
}

/** Whether more text could make a mark of this text, which begins with the mark's first character. */
function mayBecomeMark(text: string): boolean {
  if (text.length > LONGEST_TAG) return false
  if ([...OPEN_MARKS, ...CLOSE_MARKS].some((mark) => mark.startsWith(text))) return true
  if (/^<(?:\|(?:\w{0,12}(?:\|[^<]{0,130}(?:<(?:\|(?:m\w{0,6}\|?)?)?)?)?)?)?$/.test(text)) return true
  const found = /^<\s{0,3}\/?\s{0,3}([a-z:]*)([^]*)$/i.exec(text)
  if (!found) return false
  const [, name = '', rest = ''] = found
  const known = name.toLowerCase()
  if (rest === '') return NAMES.some((one) => one.startsWith(known))
  return NAMES.includes(known) && /^(?:\s[^<>]*)?\/?$/.test(rest)
}

/** Follows fences and code spans of Markdown, in which tags are text. */
function createCodeTracker() {
  let line = ''
  let fence: string | null = null
  let openInCode = 0
  return {
    reset() {
      ;[line, fence, openInCode] = ['', null, 0]
    },
    read(text: string): void {
      for (const [n, part] of text.split('\n').entries()) {
        if (n > 0) {
          const mark = /^[\s>]{0,20}(?:[-*+]\s{1,4}|\d{1,9}[.)]\s{1,4})?(`{3,}|~{3,})/.exec(line)?.[1]
          if (fence === null) fence = mark ?? null
          else if (mark?.startsWith(fence)) [fence, openInCode] = [null, 0]
          line = ''
        }
        line = (line + part).slice(-2000)
      }
    },
    /** A closing tag is text only after an opening one in code, because code before it may belong to thoughts. */
    isLiteral(kind: 'open' | 'close'): boolean {
      const isSpan = line.split(/`+/).length % 2 === 0
      if (fence === null && !isSpan) return false
      if (kind === 'open') openInCode += 1
      else if (isSpan) return true
      else openInCode -= 1
      return openInCode >= 0
    },
  }
}
