import { posix } from 'node:path'

import { decodeText } from '#app/lib/csv-reader.ts'
import { UnreadableZip, type ZipFile } from '#app/platform/zip/read-zip.ts'

import type { ReadingSettings } from './imported-post.ts'
import { hiddenBy } from './plainly-public.ts'
import { isMapping, pairsOf, readMatter } from './read-matter.ts'

const HUGO_SECTION = /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|mdx|markdown)$/i
/** Eleventy takes such a file for all posts in the folder of the same name. */
const ELEVENTY_FOLDER = /(?:^|\/)([^/]+)\/\1(?:\.json|\.11tydata\.(?:json|[cm]?js))$/
const MAX_BYTES = 200_000
const MAX_DEPTH = 100

/** Says why a post in a folder or below it is not plainly public; null if no file says so. */
export type FolderStates = (place: string) => string | null

export function readFolderStates(files: readonly ZipFile[], settings: ReadingSettings): FolderStates {
  const reasons = new Map<string, string>()
  for (const file of files) {
    const isSection = HUGO_SECTION.test(file.name)
    if (!isSection && !ELEVENTY_FOLDER.test(file.name)) continue
    const groups = groupsIn(file, isSection ? cascadesOf : dataOf)
    const reason = groups
      ? groups.map((fields) => hiddenBy(pairsOf(fields), settings)).find((one) => one !== null)
      : 'It cannot be read here.'
    if (reason) reasons.set(`${posix.dirname(file.name)}/`, `By ${file.name.slice(-100)}: ${reason}`)
  }
  const whole = reasons.get('./') ?? null
  return (place) => {
    if (reasons.size === 0 || whole !== null) return whole
    let depth = 0
    for (let at = place.indexOf('/'); at !== -1; at = place.indexOf('/', at + 1)) {
      const reason = reasons.get(place.slice(0, at + 1))
      if (reason !== undefined) return reason
      if ((depth += 1) > MAX_DEPTH) return 'It is in too many folders.'
    }
    return null
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Returns null if a file cannot be read. */
function groupsIn(file: ZipFile, read: (text: string) => Fields[] | null): Fields[] | null {
  if (file.size > MAX_BYTES) return null
  try {
    return read(decodeText(file.bytes()).text)
  } catch (error) {
    if (!(error instanceof UnreadableZip || error instanceof SyntaxError)) throw error
    return null
  }
}

function cascadesOf(text: string): Fields[] | null {
  const { fields, problem } = readMatter(text)
  if (problem !== '') return /cascade/i.test(text) ? null : []
  const cascade = new Map(pairsOf(fields)).get('cascade')
  if (cascade === undefined) return []
  const groups: unknown[] = Array.isArray(cascade) ? cascade : [cascade]
  return groups.every(isMapping) ? groups : null
}

/** Parses JSON, or a JavaScript file that exports a plain object. @throws {SyntaxError} for any other. */
function dataOf(text: string): Fields[] {
  const plain = text.replaceAll(/^[ \t]*\/\/.*$/gm, '')
  const object = /^\s*(?:export\s+default|module\.exports\s*=)\s*(\{[^]*\})[\s;]*$/.exec(plain)?.[1]
  const json = object
    ?.replaceAll(/'([^'"\\\n]*)'/g, '"$1"')
    .replaceAll(/([{,]\s*)([A-Za-z_]\w*)(?=\s*:)/g, '$1"$2"')
    .replaceAll(/,(?=\s*[}\]])/g, '')
  const data: unknown = JSON.parse(json ?? text)
  return isMapping(data) ? [data] : []
}
