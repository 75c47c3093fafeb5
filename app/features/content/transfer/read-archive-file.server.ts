import { FieldErrors } from '#app/platform/errors.ts'
import { readZip, UnreadableZip } from '#app/platform/zip/read-zip.ts'

import { type ArchiveFault, isIgnored, kindOfFile, MAX_FILES, MAX_UNPACKED } from './archive-files.ts'
import type { ArchivePart } from './read-archive.ts'

const SLICE_LENGTH = 500_000
const MAX_DEPTH = 40
const MAX_TEXT = 4 * 1024 * 1024
const MOST_FAULTS = 200

/** Runs in the pool's process. @throws {FieldErrors} at `file` if the zip cannot be read. */
export async function readArchiveFile(
  bytes: Uint8Array,
  give: (part: ArchivePart) => Promise<void>,
): Promise<ArchiveFault[]> {
  const files = unzip(bytes)
  const faults: ArchiveFault[] = []
  const blame = (file: string, text: string) => faults.push({ file, place: '', text })
  let slice: [string, unknown][] = []
  let length = 0
  for (const [name, content] of [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (faults.length >= MOST_FAULTS) break
    const kind = kindOfFile(name)?.kind
    if (!kind) blame(name.slice(0, 200), 'Exports do not contain such a file.')
    else if (kind === 'image') await give({ picture: name, bytes: content })
    else {
      const read = readText(content, kind)
      if ('fault' in read) blame(name, read.fault)
      else slice.push([name, read.value])
      length += content.byteLength
    }
    if (length < SLICE_LENGTH) continue
    await give({ values: slice })
    slice = []
    length = 0
  }
  if (slice.length > 0) await give({ values: slice })
  return faults
}

function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  try {
    return readZip(bytes, {
      isWanted: (name) => !isIgnored(name),
      maxBytes: MAX_UNPACKED,
      maxFiles: MAX_FILES,
    })
  } catch (error) {
    if (error instanceof UnreadableZip) throw new FieldErrors({ file: error.message })
    throw error
  }
}

function readText(content: Uint8Array, kind: string): { value: unknown } | { fault: string } {
  if (content.byteLength > MAX_TEXT) return { fault: 'This file is longer than any page can be.' }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return { fault: 'This file is not encoded as UTF-8.' }
  }
  if (kind === 'markdown') return { value: text.replaceAll('\r\n', '\n').replace(/\n$/, '') }
  if (isTooDeep(text)) return { fault: 'This file is nested too deep.' }
  try {
    let isForged = false
    const value: unknown = JSON.parse(text, (key, each: unknown) => {
      isForged ||= key === '__proto__'
      return each
    })
    return isForged ? { fault: 'This file has a field that pages do not have.' } : { value }
  } catch (error) {
    return {
      fault: `This file is not valid JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`,
    }
  }
}

/** Checked before parsing, because the parser recurses at each level. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isQuoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}
