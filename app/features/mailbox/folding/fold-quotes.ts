import {
  attributionEndingAt,
  headerBlockAt,
  isAnswerMarker,
  isFramed,
  isMobileSignature,
  isQuoted,
  isRule,
  isSeparator,
  isSignatureMark,
  isUndatedAttribution,
} from './quote-headers.ts'

/** Lines. A longer text below a signature mark is not a signature. */
const LONGEST_SIGNATURE = 15
/** Mail programs wrap a quoted line only beyond this length; the rest of the line then has no quote mark. */
const WRAPPED_FROM = 60

export type Folded = {
  text: string
  /** Quotes with their attribution lines, and signatures. */
  quoted: string | null
}

/** Separates what somebody wrote in a mail from what the mail quotes and from its signature. */
export function foldQuotes(mail: string): Folded {
  const written = mail.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').split('\n')
  const lines = written.map(withoutMarks)
  const folded = lines.map(() => false)
  foldQuotedLines(lines, folded)
  foldWhatFollowsHeaders(lines, folded)
  foldSignatures(lines, folded)
  const text = join(written.filter((_, at) => !folded[at]))
  const quoted = join(written.filter((_, at) => folded[at]))
  // A mail forwarded without a word, or answered below an unmarked quote, is shown whole.
  return text === '' ? { text: quoted, quoted: null } : { text, quoted: quoted || null }
}

/** Marks of the writing direction occur in the headings of quotes and would hide them. */
function withoutMarks(line: string): string {
  return line.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '').replaceAll('\u00a0', ' ')
}

function foldQuotedLines(lines: readonly string[], folded: boolean[]): void {
  for (const [at, line] of lines.entries()) {
    if (isQuoted(line) || isRestOfQuote(lines, at)) folded[at] = true
  }
}

function isRestOfQuote(lines: readonly string[], at: number): boolean {
  const [before, line, after] = [lines[at - 1], lines[at], lines[at + 1]]
  if (!before || !line || !after || line.length > 2 * WRAPPED_FROM) return false
  return isQuoted(before) && isQuoted(after) && before.length >= WRAPPED_FROM && /^\p{Ll}/u.test(line)
}

/** Without quote marks, a quote extends to the end of the mail. */
function foldWhatFollowsHeaders(lines: readonly string[], folded: boolean[]): void {
  let isFirst = true
  for (const [at, line] of lines.entries()) {
    if (folded[at]) continue
    const headers = isAnswerMarker(line) ? 1 : headerBlockAt(lines, at)
    if (headers > 0 && isFirst && nextWritten(lines, at + headers - 1) < lines.length) {
      // Some programs put the answer below the headers, and ticket systems begin their mails with a marker.
      folded.fill(true, startWithRule(lines, at), at + headers)
      continue
    }
    if (headers > 0 || isSeparator(line)) {
      folded.fill(true, startWithRule(lines, at))
      return
    }
    isFirst &&= line.trim() === '' || isRule(line)
    const count = attributionEndingAt(lines, at)
    if (count === 0) {
      if (isUndatedAttribution(line) && folded[nextWritten(lines, at)]) folded[at] = true
      continue
    }
    folded.fill(true, at - count + 1, at + 1)
    if (folded[nextWritten(lines, at)]) continue
    folded.fill(true, at)
    return
  }
}

function nextWritten(lines: readonly string[], at: number): number {
  let next = at + 1
  while (next < lines.length && lines[next]?.trim() === '') next += 1
  return next
}

function startWithRule(lines: readonly string[], at: number): number {
  let before = at - 1
  while (before >= 0 && lines[before]?.trim() === '') before -= 1
  const line = lines[before]
  return line !== undefined && (isRule(line) || isFramed(line)) ? before : at
}

/** A signature ends where a quote begins, or with the mail. */
function foldSignatures(lines: readonly string[], folded: boolean[]): void {
  const ends = endsOfWriting(lines, folded)
  for (const [at, line] of lines.entries()) {
    const end = folded[at] ? null : ends[at]
    if (!end || end.below > LONGEST_SIGNATURE || !(isSignatureMark(line) || isMobileSignature(line))) continue
    folded.fill(true, at, end.until)
  }
}

/** For each written line: where the quote below begins, and how many non-empty lines come before that. */
function endsOfWriting(lines: readonly string[], folded: readonly boolean[]) {
  const ends: ({ until: number; below: number } | null)[] = lines.map(() => null)
  let [until, below] = [lines.length, 0]
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if (folded[at]) [until, below] = [at, 0]
    else {
      ends[at] = { until, below }
      if (lines[at]?.trim() !== '') below += 1
    }
  }
  return ends
}

function join(lines: readonly string[]): string {
  const kept: string[] = []
  for (const line of lines) {
    const text = line.trimEnd()
    if (text !== '' || kept.at(-1) !== '') kept.push(text)
  }
  return kept.join('\n').replace(/^\n+/, '').trimEnd()
}
