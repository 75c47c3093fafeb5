/**
 * Text from outside, made fit to store and show: Unicode NFC, line ends as `\n`, control characters that no one types
 * dropped, form feeds and vertical tabs (pasted from slides) as line ends. Null when it cannot be read: NUL, a lone
 * surrogate, or the replacement character that stands for bytes that were no text.
 */
export function readableText(text: string): string | null {
  if (!text.isWellFormed() || /[\0\uFFFD]/.test(text)) return null
  const typed = text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    // oxlint-disable-next-line no-control-regex -- control characters are what is being dropped
    .replaceAll(/[\u0001-\u0008\u000E-\u001F\u007F-\u009F]/g, '')
  return withoutPiledMarks(typed).normalize('NFC')
}

/**
 * Without the marks past thirty on one letter, the bound of Unicode's stream-safe format (UAX 15, section 13): composing
 * sorts the marks of a letter, in a time that grows with their square, 10 s for 200,000.
 */
export function withoutPiledMarks(text: string): string {
  return text.replaceAll(/(\p{M}{30})\p{M}+/gu, '$1')
}

/** As above, on one line: runs of white space become one space. */
export function readableLine(text: string): string | null {
  return readableText(text)?.replaceAll(/\s+/g, ' ').trim() ?? null
}

/** For searching and comparing: without marks and case, so that `Müller` is found by `muller`. */
export function foldForSearch(text: string): string {
  return withoutPiledMarks(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/**
 * Drops what a reader cannot see and a text may hide: tag characters (U+E0000 to U+E007F), zero widths, variation
 * selectors and direction overrides. Joiners between letters stay, for scripts and emoji are written with them.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll(/[\u{E0000}-\u{E007F}]/gu, '')
    .replaceAll(/\p{Variation_Selector}/gu, '')
    .replaceAll(/[\u200B\u2060-\u2064\uFEFF\u00AD\u202A-\u202E\u2066-\u2069]/g, '')
}
