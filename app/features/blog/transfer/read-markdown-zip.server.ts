import { strFromU8, unzipSync } from 'fflate'

import { readFrontMatter } from './front-matter.ts'
import { type ImportedPost, UnreadableImport } from './imported-post.ts'

/** Unpacked, of all texts: a bomb names its size before it is unpacked. */
const MAX_UNPACKED = 50 * 1024 * 1024
const MAX_FILES = 5000

/** A zip of Markdown files; what else is in it is left out. @throws {UnreadableImport} */
export function readMarkdownZip(bytes: Uint8Array): (ImportedPost | { fileName: string; reason: string })[] {
  let unpacked = 0
  let count = 0
  const files = unpack(bytes, ({ name, originalSize }) => {
    const isPost = /\.(md|markdown|mdx)$/i.test(name) && !/(^|\/)(__MACOSX|\.)/.test(name)
    if (!isPost) return false
    unpacked += originalSize
    count += 1
    if (unpacked > MAX_UNPACKED || count > MAX_FILES)
      throw new UnreadableImport('This zip unfolds to more than can be imported at once. Please split it.')
    return true
  })
  return Object.entries(files).map(([fileName, content]) => {
    try {
      return readFrontMatter(strFromU8(content), fileName)
    } catch (error) {
      if (error instanceof UnreadableImport) return { fileName, reason: error.message }
      throw error
    }
  })
}

function unpack(bytes: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    if (error instanceof UnreadableImport) throw error
    throw new UnreadableImport('This zip is damaged. Please make it again.', { cause: error })
  }
}
