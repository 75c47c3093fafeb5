import { readFrontMatter } from './front-matter.ts'
import { UnreadableImport } from './imported-post.ts'
import type { LazyEntries } from './read-import-task.ts'
import { readZip } from './read-zip.ts'

/** Unpacked, of all texts. */
const MAX_UNPACKED = 50 * 1024 * 1024
const MAX_FILES = 5000

/** A zip of Markdown files; what else is in it is left out. @throws {UnreadableImport} */
export function readMarkdownZip(bytes: Uint8Array): LazyEntries {
  const isWanted = (name: string) => /\.(md|markdown|mdx)$/i.test(name) && !/(^|\/)(__MACOSX|\.)/.test(name)
  const files = readZip(bytes, { isWanted, maxBytes: MAX_UNPACKED, maxFiles: MAX_FILES })
  return [...files].map(([fileName, content]) => () => {
    try {
      return readFrontMatter(new TextDecoder().decode(content), fileName)
    } catch (error) {
      if (error instanceof UnreadableImport) return { fileName, reason: error.message }
      throw error
    }
  })
}
