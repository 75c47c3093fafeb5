import {
  answerWords,
  barredOpenings,
  headerKinds,
  joinedVerbs,
  linesAbove,
  mobileEndings,
  mobileSignatures,
  openings,
  separators,
  writingVerbs,
} from './quote-words.ts'

/** Mail programs add no longer lines than this. */
const LONGEST_HEADER = 400
const LONGEST_SIGNATURE = 100
/** Mail programs wrap the attribution line above a quote into at most this many lines. */
const MOST_LINES = 4
/** A header block names sender and subject within this many lines; the recipients may take several. */
const BLOCK = 12

const address = /[^\s<>@:()[\]"]{1,64}@[^\s<>@:()[\]"]{1,255}/g
/** Includes the colons of Chinese, Ethiopic, Armenian and Khmer. */
const closing = /[:：፦։՝៖]$/
const time = /\d{1,2}[:.h]\d{2}/
const date = /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/

/** @returns the number of lines, ending with `last`, that attribute the quote below; 0 if they do not */
export function attributionEndingAt(lines: readonly string[], last: number): number {
  const end = lines[last]
  if (end === undefined || end.length > LONGEST_HEADER || !couldEnd(end)) return 0
  let joined = ''
  for (let count = 1; count <= MOST_LINES; count += 1) {
    const line = lines[last - count + 1]
    if (line === undefined || line.trim() === '' || isQuoted(line)) return 0
    joined = `${line.trim()} ${joined}`.trim()
    if (joined.length > LONGEST_HEADER) return 0
    if (isAttribution(joined, count)) return count
  }
  return 0
}

function couldEnd(line: string): boolean {
  const text = line.trimEnd()
  return closing.test(text) || text.endsWith('----') || hasVerb(text)
}

function isAttribution(line: string, count: number): boolean {
  const bare = line.replaceAll(address, ' ')
  const hasAddress = bare !== line
  const framed = line.startsWith('---') && line.endsWith('---')
  const isClosed = framed || closing.test(line)
  if (framed) return hasVerb(bare) && isDated(bare)
  if (count > 1 && !opens(line) && !(isClosed && startsWithSender(line))) return false
  if (hasVerb(bare)) {
    if (!isClosed) return opens(line) && hasAddress && isDated(bare)
    return isDated(bare) && (opens(line) || hasAddress)
  }
  return isClosed && hasAddress && isDated(bare) && opens(line)
}

/** "Ada Lovelace <ada@example.com> schrieb am …", which has no word that attributions begin with. */
function startsWithSender(line: string): boolean {
  const [before = ''] = line.split('<', 1)
  return before.length < 60 && before !== line && !/[.:;!?]\s|\d/u.test(before)
}

function opens(line: string): boolean {
  const [first = ''] = line.split(/[\s,.]/, 1)
  return /^\p{N}/u.test(first) || openings.has(first.toLowerCase())
}

function isDated(text: string): boolean {
  if (date.test(text)) return true
  const numbers = text.match(/\p{N}+/gu) ?? []
  return (
    numbers.length > 1 && (time.test(text) || numbers.some((number) => /^((19|20)\d\d|\D{4})$/.test(number)))
  )
}

function hasVerb(text: string): boolean {
  const lower = text.toLowerCase()
  return (
    joinedVerbs.some((verb) => lower.includes(verb)) ||
    lower.split(/[^\p{L}\p{M}]+/u).some((word) => writingVerbs.has(word))
  )
}

export function isQuoted(line: string): boolean {
  return /^\s{0,3}[>＞]/.test(line)
}

/** @returns the number of lines of the Outlook-style header block that begins here; 0 if none does */
export function headerBlockAt(lines: readonly string[], start: number): number {
  if (kindOf(lines[start]) === null) return 0
  const kinds = new Set<string>()
  let [hasAddress, count] = [false, 0]
  for (const [at, line] of lines.slice(start, start + BLOCK).entries()) {
    const kind = kindOf(line)
    if (kind === null && line.trim() === '' && kinds.size > 1) break
    if (kind === null) continue
    // A line that looks like a second subject already belongs to the text.
    if (kind === 'subject' && kinds.has(kind)) break
    kinds.add(kind)
    count = at + 1
    if (kind === 'from') hasAddress ||= line.slice(0, LONGEST_HEADER).includes('@')
  }
  return kinds.has('from') && kinds.size > 2 && (kinds.has('subject') || hasAddress) ? count : 0
}

function kindOf(line: string | undefined) {
  const colon = line?.slice(0, 40).search(/[:：]/) ?? -1
  if (line === undefined || colon < 1) return null
  const label = line.slice(0, colon).replaceAll(/[*_|>\s]+/g, ' ')
  return headerKinds.get(label.trim().toLowerCase()) ?? null
}

/** Whether a whole quoted or forwarded mail follows this line. */
export function isSeparator(line: string): boolean {
  if (line.length > LONGEST_SIGNATURE) return false
  const lower = line.trim().toLowerCase()
  if (barredOpenings.some((opening) => lower.startsWith(opening))) return true
  if (!/^[-_=—*]{2}/.test(lower)) return false
  return separators.has(
    lower
      .replaceAll(/[-_=—*]{2,}/g, ' ')
      .trim()
      .replace(/\s*:$/, ''),
  )
}

/** Whether a ticket system asks with this line to answer above it. */
export function isAnswerMarker(line: string): boolean {
  if (line.length > 2 * LONGEST_SIGNATURE) return false
  const text = line.trim().toLowerCase()
  if (/^#{2,}[ -]*-.*-[ -]*#{2,}$/.test(text)) return true
  if (!linesAbove.some((above) => text.includes(above))) return false
  return /^[-_=—–*#~+]{2}/.test(text) || (text.length <= LONGEST_SIGNATURE && asksForAnswer(text))
}

/** Without a frame of dashes, such a line is a request for an answer and nothing else. */
function asksForAnswer(text: string): boolean {
  const isAboutOne = /^(?:i|we|ich|wir|je|nous|yo) /.test(text)
  return !isAboutOne && answerWords.some((word) => text.includes(word)) && !/[.!?;].*\p{L}/u.test(text)
}

/** Whether the line is a horizontal rule, as above the headers of a quoted mail. */
export function isRule(line: string): boolean {
  return line.length <= LONGEST_HEADER && /^\s*[-_=—*]{5,}\s*$/.test(line)
}

/** Whether the line is a rule with words in it. Above headers it belongs to them, whatever the words say. */
export function isFramed(line: string): boolean {
  return line.length <= LONGEST_SIGNATURE && /^\s*-{3,}[^-].*[^-]-{3,}\s*$/.test(line)
}

/** Whether the line names who wrote the marked quote below it, without a date or in an unknown language. */
export function isUndatedAttribution(line: string): boolean {
  if (line.length > LONGEST_HEADER || !closing.test(line.trimEnd())) return false
  const bare = line.replaceAll(address, ' ')
  return bare !== line && (hasVerb(bare) || isDated(bare))
}

export function isSignatureMark(line: string): boolean {
  return /^(--|__|–{2,}|—+) ?$/.test(line)
}

/** Whether the line is one that a phone or a mail program adds below a text, such as "Sent from my …". */
export function isMobileSignature(line: string): boolean {
  const text = line
    .slice(0, 500)
    .replaceAll(/<[^<>]*>|\([^()]*\)|\[[^[\]]*\]|https?:\/\/\S+/g, '')
    .replace(/^[\s*_-]+/, '')
    .trim()
    .toLowerCase()
  if (text === '' || text.length > LONGEST_SIGNATURE || line.length > 500) return false
  if (mobileEndings.some((ending) => text.endsWith(ending)) && text.startsWith('von mein')) return true
  if (/ gönderildi$|から送信$|에서 보냄$/.test(text)) return true
  if (text.startsWith('von mein')) return false
  const opening = mobileSignatures.find((known) => text.startsWith(known))
  return opening !== undefined && isName(text.slice(opening.length))
}

/** A product's name has few words and no comma, unlike a sentence. */
function isName(text: string): boolean {
  const words = text.split(/\s+/).filter(Boolean)
  return words.length <= 7 && !/[,;:?!]|\.\s/.test(text) && !(words.length > 4 && text.endsWith('.'))
}
