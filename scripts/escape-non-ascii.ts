import { parseSync, Visitor } from 'vite'

/**
 * The same program in ASCII alone: one character beyond it makes V8 keep a whole source at two bytes a character.
 */
export function escapeNonAscii(file: string, source: string): string {
  const names = new Set<number>()
  new Visitor({
    Identifier({ start, end }) {
      for (let at = start; at < end; at += 1) names.add(at)
    },
  }).visit(parseSync(file, source).program)
  // A backslash before the character, as in a regular expression, would escape the one that is put in.
  const escaped = source.replaceAll(
    /(\\*)(\P{ASCII})/gu,
    (_all, slashes: string, character: string, at: number) =>
      slashes.slice(slashes.length % 2) + escape(character, names.has(at + slashes.length)),
  )
  if (parseSync(file, escaped).errors.length > 0) throw new Error(`${file} cannot be written in ASCII.`)
  return escaped
}

/** Pairs of code units are read everywhere but in names; braces everywhere but in regular expressions without `u`. */
function escape(character: string, isName: boolean): string {
  if (isName) return `\\u{${character.codePointAt(0)?.toString(16)}}`
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')
}
