/** Normalizes external text: NFC, `\n` line ends, no control characters. Null if it is not readable. */
export function readableText(text: string): string | null {
  if (!text.isWellFormed() || /[\0\uFFFD]/.test(text)) return null
  const typed = text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    // oxlint-disable-next-line no-control-regex -- control characters are what is being dropped
    .replaceAll(/[\u0001-\u0008\u000E-\u001F\u007F-\u009F]/g, '')
  return withoutPiledMarks(typed).normalize('NFC')
}

/** Keeps 30 marks per letter (UAX 15, section 13), because normalising sorts marks in quadratic time. */
export function withoutPiledMarks(text: string): string {
  return text.replaceAll(/(\p{M}{30})\p{M}+/gu, '$1')
}

export function readableLine(text: string): string | null {
  return readableText(text)?.replaceAll(/\s+/g, ' ').trim() ?? null
}

/** Removes marks and case for searching, so that `muller` finds `Müller`. */
export function foldForSearch(text: string): string {
  return withoutPiledMarks(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Removes invisible characters that can hide text. Joiners stay because scripts and emoji need them. */
export function visibleText(text: string): string {
  return text
    .replaceAll(/[\u{E0000}-\u{E007F}]/gu, '')
    .replaceAll(/\p{Variation_Selector}/gu, '')
    .replaceAll(/[\u200B\u2060-\u2064\uFEFF\u00AD\u202A-\u202E\u2066-\u2069]/g, '')
}

/** Longest part of a text that is looked at for each character asked for: families of emoji take 11 units. */
const UNITS_EACH = 16

/** Made at the first use, so that bundles without `cutText` leave it out. */
let graphemes: Intl.Segmenter | undefined

/**
 * Returns the first `most` characters as readers see them, so that no emoji, accent or syllable is cut in two, followed by
 * `end` if something was cut off.
 * @param units also keeps the result within this many UTF-16 units, for columns and protocols with a limit of their own
 */
export function cutText(text: string, most: number, end = '…', units = UNITS_EACH * most): string {
  if (text.length <= Math.min(most, units)) return text
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let kept = 0
  let count = 0
  // A few more units than may be kept, so that the last character is seen whole.
  for (const { segment } of graphemes.segment(text.slice(0, units + 2 * UNITS_EACH))) {
    if (count === most || kept + segment.length > units) return text.slice(0, kept) + end
    kept += segment.length
    count += 1
  }
  return kept < text.length ? text.slice(0, kept) + end : text
}

/** Returns a text within so many UTF-16 units, with `…` at its end if it was cut. */
export function shortened(text: string, units: number): string {
  return text.length <= units ? text : cutText(text, units, '…', units - 1)
}
