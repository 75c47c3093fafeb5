const FENCE = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`]*$)|~{3,})/
const INDENTED = /^(?: {4}| {0,3}\t)/
const RAW_START = /^<(?:(pre|code|script|style)(?=[\s>/])|!--)/i

/**
 * Applies `map` to the parts of a Markdown text that are not code: no fenced or indented block, code span, comment,
 * `pre`, `code`, `script` or `style`. Takes linear time.
 */
export function mapOutsideCode(markdown: string, map: (text: string) => string): string {
  const parts: string[] = []
  let prose = ''
  let fence = ''
  let isAfterBlank = true
  let isInList = false
  const flush = () => {
    if (prose !== '') parts.push(mapOutsideSpans(prose, map))
    prose = ''
  }
  for (const line of markdown.split(/(?<=\n)/)) {
    const bare = line.trimEnd()
    if (fence !== '') {
      parts.push(line)
      const end = bare.replace(/^[ \t>]*/, '')
      if (end.length >= fence.length && end === fence.charAt(0).repeat(end.length)) fence = ''
      isAfterBlank = false
      continue
    }
    const opened = FENCE.exec(bare)?.[1]
    const isIndented = INDENTED.test(line) && bare !== '' && isAfterBlank && !isInList
    if (opened !== undefined || isIndented) {
      flush()
      parts.push(line)
      fence = opened ?? ''
      continue
    }
    prose += line
    // An indented line in a list is a paragraph of its item.
    if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) isInList = true
    else if (bare !== '' && /^\S/.test(line)) isInList = false
    isAfterBlank = bare === ''
  }
  flush()
  return parts.join('')
}

function mapOutsideSpans(text: string, map: (text: string) => string): string {
  const parts: string[] = []
  const runs = closingRuns(text)
  const lower = text.toLowerCase()
  const missing = new Set<string>()
  let start = 0
  for (const match of text.matchAll(/`+|<(?=[!pcs])/gi)) {
    if (match.index < start) continue
    const end = match[0] === '<' ? endOfRaw(text, lower, match.index, missing) : runs.get(match.index)
    if (end === undefined || text.charAt(match.index - 1) === '\\') continue
    parts.push(map(text.slice(start, match.index)), text.slice(match.index, end))
    start = end
  }
  parts.push(map(text.slice(start)))
  return parts.join('')
}

/** Where the code span that each run of backticks opens ends; a span ends with its paragraph at the latest. */
function closingRuns(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  let next = new Map<number, number>()
  for (const match of [...text.matchAll(/`+|\n[ \t]*\r?\n/g)].toReversed()) {
    const length = match[0].length
    if (!match[0].startsWith('`')) {
      next = new Map()
      continue
    }
    const end = next.get(length)
    if (end !== undefined) ends.set(match.index, end)
    next.set(length, match.index + length)
  }
  return ends
}

function endOfRaw(text: string, lower: string, at: number, missing: Set<string>): number | undefined {
  const match = RAW_START.exec(text.slice(at, at + 10))
  if (!match) return undefined
  const closing = match[1] === undefined ? '-->' : `</${match[1].toLowerCase()}>`
  if (missing.has(closing)) return undefined
  const end = lower.indexOf(closing, at)
  if (end === -1) missing.add(closing)
  return end === -1 ? undefined : end + closing.length
}
