import { visibleText } from '#app/lib/readable-text.ts'

/** Removes invisible characters and runs of empty lines. */
export function cleanText(text: string): string {
  return (
    visibleText(text.toWellFormed())
      .normalize('NFC')
      .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
      // oxlint-disable-next-line no-control-regex -- control characters are what is being dropped
      .replaceAll(/[\u0000-\u0008\u000E-\u001F\u007F-\u009F\uFFFD]/g, '')
      .replaceAll(/[^\S\n]+/g, ' ')
      .replaceAll(/ *\n */g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  )
}

export function cleanLine(text: string, max: number): string {
  const line = cleanText(text).replaceAll(/\s+/g, ' ')
  return line.length > max
    ? `${line
        .slice(0, max - 1)
        .trimEnd()
        .toWellFormed()}…`
    : line
}
