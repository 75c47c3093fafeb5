import { z } from 'zod'

import { findBlockType } from '../blocks.ts'
import { fieldMetaOf } from '../fields.ts'
import { unwrapped } from '../leave-out-empty.ts'
import type { PageDocument, StoredBlock } from '../page-document.ts'
import { parseBlock } from '../parse-block.ts'

/**
 * Returns the document as any installation stores it: blocks of the current version, with all fields in the order of
 * their schemas. Unreadable blocks stay as they are.
 */
export function canonicalDocument({ blocks, ...words }: PageDocument): PageDocument {
  return { ...words, blocks: blocks.map(canonicalBlock) }
}

export function canonicalBlock(raw: StoredBlock): StoredBlock {
  const parsed = parseBlock(raw)
  if ('fault' in parsed) return raw
  const { id, type, props } = parsed.block
  return { id, type, version: parsed.blockType.version, ...(raw.hidden && { hidden: true }), props }
}

export function isSameDocument(one: PageDocument | null, other: PageDocument | null): boolean {
  if (one === null || other === null) return one === other
  return JSON.stringify(canonicalDocument(one)) === JSON.stringify(canonicalDocument(other))
}

export type MarkdownFile = { name: string; text: string }

/** Moves longer rich texts of a document into separate files below the folder. */
export function withoutMarkdown(
  { blocks, ...words }: PageDocument,
  folder: string,
): { document: Record<string, unknown>; files: MarkdownFile[] } {
  const files: MarkdownFile[] = []
  const moved = blocks.map((block) => {
    const schema = findBlockType(block.type)?.schema
    if (!schema) return block
    const props = moveTexts(schema, block.props, `${folder}/${block.id}`, files)
    return { ...block, props }
  })
  return { document: { ...words, blocks: moved }, files }
}

function moveTexts(schema: z.ZodType, value: unknown, name: string, files: MarkdownFile[]): unknown {
  const inner = unwrapped(schema)
  if (typeof value === 'string') {
    if (fieldMetaOf(schema)?.control !== 'rich' || !value.includes('\n')) return value
    files.push({ name: `${name}.md`, text: `${value}\n` })
    return { markdown: `${name}.md` }
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const item = inner.element as z.ZodType
    return value.map((each, index) => moveTexts(item, each, `${name}.${index}`, files))
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const field: unknown = inner.shape[key]
      return [key, field instanceof z.ZodType ? moveTexts(field, each, `${name}.${key}`, files) : each]
    }),
  )
}
