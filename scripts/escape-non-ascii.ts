import { parseSync, Visitor } from 'vite'

/** Rewrites the program in ASCII, because V8 stores a source with any other character at two bytes per character. */
export function escapeNonAscii(file: string, source: string): string {
  const names = new Set<number>()
  new Visitor({
    Identifier({ start, end }) {
      for (let at = start; at < end; at += 1) names.add(at)
    },
  }).visit(parseSync(file, source).program)
  // A preceding backslash, as in a regular expression, would escape the inserted one.
  const escaped = source.replaceAll(
    /(\\*)(\P{ASCII})/gu,
    (_all, slashes: string, character: string, at: number) =>
      slashes.slice(slashes.length % 2) + escape(character, names.has(at + slashes.length)),
  )
  if (parseSync(file, escaped).errors.length > 0) throw new Error(`${file} cannot be written in ASCII.`)
  return escaped
}

/** Regular expressions without `u` do not support braces, and identifiers do not support surrogate pairs. */
function escape(character: string, isName: boolean): string {
  if (isName) return `\\u{${character.codePointAt(0)?.toString(16)}}`
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')
}
