import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { findBlockType } from '../blocks.ts'
import { serviceFactNames } from '../build-content.server.ts'
import { unknownFields } from '../leave-out-empty.ts'
import { type PageDocument, pageDocumentSchema, type StoredBlock } from '../page-document.ts'
import { checkDocument } from '../pages/check-document.ts'
import { parseBlock } from '../parse-block.ts'

import { kindOfFile } from './archive-files.ts'
import {
  type Archive,
  type ArchivedPage,
  type Blame,
  markdownRefSchema,
  type PageFile,
  pageFileSchema,
} from './archive-format.ts'

type Around = { facts: readonly string[]; blame: Blame }

/** Reads the pages and drafts of an archive, validated as in the editor. Faulty ones are reported and left out. */
export async function readArchivedPages(
  { values }: Archive,
  { facts, blame }: Around,
): Promise<ArchivedPage[]> {
  const used = new Set<string>()
  const whole = (name: string) => withMarkdown(values.get(name), values, { name, used, blame })
  const files = [...values.keys()].flatMap((name): { id: string; name: string; file: PageFile }[] => {
    const found = kindOfFile(name)
    if (found?.kind !== 'page') return []
    const parsed = pageFileSchema.safeParse(whole(name))
    if (parsed.success) return [{ id: found.id, name, file: parsed.data }]
    for (const { path, message } of parsed.error.issues) blame(name, path.join('.'), message)
    return []
  })
  const names = new Set([
    ...facts,
    ...files.flatMap(({ id, file }) => (isService(file.document) ? serviceFactNames(id) : [])),
  ])
  const pages: ArchivedPage[] = []
  for (const { id, name, file } of files) {
    await yieldToOthers()
    const { document: input, isPublished, ...where } = file
    const document = readDocument(input, names, (place, text) => blame(name, place, text))
    const draftName = `drafts/${id}.json`
    const draft = values.has(draftName)
      ? readDocument(whole(draftName), names, (place, text) => blame(draftName, place, text))
      : document
    if (document && draft) pages.push({ id, ...where, draft, published: isPublished ? document : null })
  }
  for (const name of values.keys()) {
    const found = kindOfFile(name)
    if (found?.kind === 'draft' && !files.some(({ id }) => id === found.id))
      blame(name, '', 'This draft does not belong to a page.')
    if (found?.kind === 'markdown' && !used.has(name)) blame(name, '', 'No page uses this text.')
  }
  return pages
}

function isService(document: unknown): boolean {
  return typeof document === 'object' && document !== null && 'service' in document
}

type Markdown = { name: string; used: Set<string>; blame: Blame }

/** Replaces references to separate files with the texts in them. */
function withMarkdown(value: unknown, values: Archive['values'], where: Markdown): unknown {
  if (Array.isArray(value)) return value.map((each) => withMarkdown(each, values, where))
  if (typeof value !== 'object' || value === null) return value
  const ref = markdownRefSchema.safeParse(value)
  if (!ref.success)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, withMarkdown(each, values, where)]),
    )
  const { markdown } = ref.data
  const text = kindOfFile(markdown)?.kind === 'markdown' ? values.get(markdown) : undefined
  if (typeof text !== 'string') where.blame(where.name, '', `The text ${markdown.slice(0, 200)} is missing.`)
  where.used.add(markdown)
  return text
}

/** Validates a document as in the editor. */
export function readDocument(
  input: unknown,
  facts: ReadonlySet<string>,
  blame: (place: string, text: string) => void,
): PageDocument | null {
  // A misspelt field, such as one that hides a block, must not be dropped silently.
  const unknown = unknownFields(pageDocumentSchema, input)
  for (const place of unknown) blame(place, NO_FIELD)
  const parsed = pageDocumentSchema.safeParse(input)
  if (parsed.success) for (const block of parsed.data.blocks) blameUnknownProps(block, blame)
  const present = parsed.success ? { ...parsed.data, blocks: parsed.data.blocks.map(migrated) } : input
  const checked = checkDocument(present, facts)
  if ('document' in checked) return checked.document
  for (const [place, text] of Object.entries(checked.faults)) blame(place, text)
  return null
}

export const NO_FIELD = 'This version has no such field.'

function blameUnknownProps(
  { id, type, version, props }: StoredBlock,
  blame: (place: string, text: string) => void,
): void {
  const blockType = findBlockType(type)
  // A block of an older version has the fields of that version.
  if (!blockType || version !== blockType.version) return
  for (const place of unknownFields(blockType.schema, props)) blame(`${id}/${place}`, NO_FIELD)
}

/** Migrates a block to its type's current version, so that older exports can be imported. */
function migrated(block: StoredBlock): StoredBlock {
  const blockType = findBlockType(block.type)
  if (!blockType || block.version === blockType.version) return block
  const parsed = parseBlock(block)
  // A block that cannot be migrated is reported when it is checked.
  if ('fault' in parsed) return block
  return { ...block, version: blockType.version, props: parsed.block.props }
}
