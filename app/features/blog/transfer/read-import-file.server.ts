import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

import { shortened } from '#app/lib/readable-text.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { openZip, UnreadableZip, type ZipFile } from '#app/platform/zip/read-zip.ts'

import { stage, unreadEntry } from './fit-entry.server.ts'
import { indexPictures, type PicturesOfFile } from './file-pictures.ts'
import {
  type ImportEntry,
  memoryFile,
  type ReadingSettings,
  type SourceFile,
  UnreadableImport,
} from './imported-post.ts'
import { hasDocuments, readDocuments, readPage } from './read-documents.server.ts'
import { isMarkdown, readMarkdownFile, readMarkdownFiles } from './read-markdown.server.ts'
import { isBloggerTakeout, isFeed, readBloggerTakeout, readFeedPosts } from './read-feed-posts.server.ts'
import { readGhost } from './read-ghost.server.ts'
import { type ImportPart, type readImport, type StagedEntry } from './read-import.ts'
import { readWordPress } from './read-wxr.server.ts'
import { encodingOf } from './source-text.ts'

/** Limits of a slice in entries and characters, so that transferring it blocks nobody. */
const SLICE = 50
const SLICE_LENGTH = 500_000
const MAX_ENTRIES = 100_000
const MAX_FILE_IN_ZIP = 25 * 1024 * 1024
const HEAD = 65_536

const UNKNOWN_FILE =
  'This is no file of posts that can be read here. These can: exports from WordPress, Squarespace, Ghost, Blogger, Medium, Substack, Tumblr and Wix; RSS, Atom and JSON feeds; Word documents (.docx); and Markdown or HTML files, alone or in a zip. Other programs can often export one of them.'

type Entries = Iterable<ImportEntry> | AsyncIterable<ImportEntry>
type Reading = { format: string; entries: Entries; pictures: PicturesOfFile }

/** Reads a file of posts, detected by its content. @throws {FieldErrors} of `file` if it cannot be read. */
export async function readImportFile(
  { path, name, ...settings }: NonNullable<NonNullable<typeof readImport.types>['input']>,
  give: (part: ImportPart) => Promise<void>,
): Promise<null> {
  const descriptor = openSync(path, 'r')
  try {
    const { format, entries, pictures } = openFile(fileOf(descriptor, name), settings)
    await give({ format })
    await giveEntries(entries, { pictures, settings, give })
    return null
  } catch (error) {
    if (error instanceof UnreadableImport || error instanceof UnreadableZip)
      throw new FieldErrors({ file: error.message })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** Unpacks one picture of a zip. @throws {FieldErrors} of `file` if it is damaged or gone. */
export function readPictureOfFile({ path, name }: { path: string; name: string }): { bytes: Uint8Array } {
  const descriptor = openSync(path, 'r')
  try {
    const files = openZip(fileOf(descriptor, ''), { maxFileBytes: MAX_FILE_IN_ZIP, opensZips: true })
    const file = files.find((one) => one.name === name)
    if (!file) throw new UnreadableZip('The file no longer has this picture.')
    return { bytes: file.bytes() }
  } catch (error) {
    if (error instanceof UnreadableZip) throw new FieldErrors({ file: error.message })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function fileOf(descriptor: number, name: string): SourceFile {
  const { size } = fstatSync(descriptor)
  return {
    name,
    size,
    read(at, length) {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
      let done = 0
      while (done < bytes.length) {
        const read = readSync(descriptor, bytes, done, bytes.length - done, at + done)
        if (read === 0) break
        done += read
      }
      return bytes.subarray(0, done)
    },
  }
}

function openFile(file: SourceFile, settings: ReadingSettings): Reading {
  const bytes = file.read(0, HEAD)
  if (isZip(bytes)) {
    const files = openZip(file, { maxFileBytes: MAX_FILE_IN_ZIP, opensZips: true })
    return openFolder(files, settings, file.name)
  }
  const none = indexPictures([])
  const head = new TextDecoder(encodingOf(bytes)).decode(bytes).trimStart()
  if (isFeed(head) && !WORDPRESS.test(head))
    return { format: 'feed', entries: readFeedPosts(file, settings), pictures: none }
  if (PAGE.test(head) && /\.x?html?$/i.test(file.name))
    return { format: 'HTML', entries: [readPage(wholeOf(file), settings)], pictures: none }
  if (head.startsWith('<'))
    return { format: 'WordPress', entries: readWordPress(file, settings), pictures: none }
  if (/^[[{]/.test(head)) return { format: 'Ghost', entries: readGhost(file, settings), pictures: none }
  if (isMarkdown(file.name) || /^(?:---|\+\+\+)\s/.test(head))
    return { format: 'Markdown', entries: readMarkdownFile(file, settings), pictures: none }
  throw new UnreadableImport(UNKNOWN_FILE)
}

const WORDPRESS = /<wp:|xmlns:wp\s*=|wordpress\.org\/export/
const PAGE = /^<(?:!doctype\s+html|html|head|body)[\s>]/i

function isZip([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b
}

function wholeOf({ name, size, read }: SourceFile): ZipFile {
  return { name, size, bytes: () => read(0, size) }
}

function openFolder(all: readonly ZipFile[], settings: ReadingSettings, fileName: string): Reading {
  const files = all.filter(({ name }) => !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name))
  const names = files.map(({ name }) => name)
  const pictures = indexPictures(names)
  if (isBloggerTakeout(names))
    return { format: 'Blogger', entries: readBloggerTakeout(files, settings), pictures }
  const hasMarkdown = names.some(isMarkdown)
  const format = hasMarkdown ? 'Markdown' : hasDocuments(names) ? 'documents' : 'zip'
  return { format, entries: readFolder(files, settings, { fileName, hasMarkdown }), pictures }
}

/** Reads Markdown, documents or, if a zip has neither, the exports in it; then names what else it has. */
async function* readFolder(
  files: readonly ZipFile[],
  settings: ReadingSettings,
  { fileName, hasMarkdown }: { fileName: string; hasMarkdown: boolean },
): AsyncGenerator<ImportEntry> {
  if (hasMarkdown) yield* readMarkdownFiles(files, settings)
  const hasAny = hasMarkdown || hasDocuments(files.map(({ name }) => name))
  if (hasAny) yield* readDocuments(files, settings, { fileName, withPages: !hasMarkdown })
  else for (const file of files.filter(({ name }) => EXPORT.test(name))) yield* readInner(file, settings)
  const left = files.filter(
    ({ name }) => !isMarkdown(name) && !READ.test(name) && (hasAny || !EXPORT.test(name)),
  )
  if (left.length > 0) yield { note: `The zip also has ${countedByEnding(left)}, which no post names.` }
}

const EXPORT = /\.(?:xml|json)$/i
/** Files that are not worth naming: those that were read, and the parts of documents and pages. */
const READ =
  /\.(?:x?html?|avif|gif|jpe?g|jfif|png|svg|tiff?|webp|css|js)$|(?:^|\/)(?:posts\.csv|_config\.ya?ml|(?:hugo|config|zola)\.(?:toml|ya?ml|json))$|\.docx\/|(?:^|\/)(?:word|_rels|docProps|customXml)\/|\[Content_Types\]/i

async function* readInner(file: ZipFile, settings: ReadingSettings): AsyncGenerator<ImportEntry> {
  try {
    const bytes = file.bytes()
    // A zip with another ending might contain itself.
    if (isZip(bytes)) throw new UnreadableImport('This is a zip within the zip. Please import it on its own.')
    for await (const entry of openFile(memoryFile(file.name, bytes), settings).entries)
      yield 'place' in entry ? { ...entry, place: `${file.name}, ${entry.place}` } : entry
  } catch (error) {
    if (!(error instanceof UnreadableImport || error instanceof UnreadableZip)) throw error
    yield { place: file.name, title: file.name, reason: error.message }
  }
}

/** Returns a phrase such as `3 .txt files and 1 .pdf file`. */
function countedByEnding(files: readonly ZipFile[]): string {
  const byEnding = Map.groupBy(files, ({ name }) => /\.[\w-]{1,12}$/.exec(name)?.[0].toLowerCase() ?? '')
  const counted = [...byEnding]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 8)
    .map(([ending, { length }]) => `${length} ${ending || 'other'} ${length === 1 ? 'file' : 'files'}`)
  return new Intl.ListFormat('en').format(counted)
}

type Giving = {
  pictures: PicturesOfFile
  settings: ReadingSettings
  give: (part: ImportPart) => Promise<void>
}

async function giveEntries(entries: Entries, { pictures, settings, give }: Giving) {
  let slice: StagedEntry[] = []
  let length = 0
  let count = 0
  const notes: string[] = []
  for await (const entry of entries) {
    if ('note' in entry) {
      notes.push(entry.note)
      continue
    }
    count += 1
    if (count > MAX_ENTRIES) {
      notes.push(
        `Only the first ${MAX_ENTRIES.toLocaleString('en-US')} posts were read. Please split the file.`,
      )
      break
    }
    const staged = 'reason' in entry ? unreadEntry(entry) : stage(entry, { pictures, settings })
    slice.push(staged)
    length += staged.post?.form.content.length ?? 0
    if (slice.length < SLICE && length < SLICE_LENGTH) continue
    await give({ entries: slice })
    slice = []
    length = 0
  }
  if (slice.length > 0) await give({ entries: slice })
  if (count === 0)
    throw new UnreadableImport(
      notes.length > 0 ? `No post was found. ${notes.join(' ')}` : 'No post was found in this file.',
    )
  await give({ notes: notes.map((note) => shortened(note, 1000)) })
}
