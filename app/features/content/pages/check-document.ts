import { z } from 'zod'

import { findBlockType } from '../blocks.ts'
import { namesIn } from '#app/lib/names-in-braces.ts'
import { fieldMetaOf } from '../fields.ts'
import { unwrapped } from '../leave-out-empty.ts'
import { type PageDocument, pageDocumentSchema, type StoredBlock } from '../page-document.ts'

/** A message for each invalid field, by its place: `metaTitle`, or `block-id/entries.0.answer`. */
export type DocumentFaults = Record<string, string>

/** Validates an edited document, and returns all its errors. */
export function checkDocument(
  input: unknown,
  facts: ReadonlySet<string>,
): { document: PageDocument } | { faults: DocumentFaults } {
  const parsed = pageDocumentSchema.safeParse(input)
  if (!parsed.success) return { faults: faultsOf(parsed.error, '') }
  const { blocks, ...words } = parsed.data
  const isFact = (name: string) =>
    facts.has(name) || (words.service !== undefined && /^service\.\w+$/.test(name))
  const faults: DocumentFaults = unknownNames(pageDocumentSchema, words, { isFact, prefix: '' })
  if (words.name === '') faults['name'] = 'Please enter a name.'
  const ids = new Set<string>()
  const checked = blocks.map((block) => {
    if (ids.has(block.id)) faults[`${block.id}/`] = 'Another block of this page has the same id.'
    ids.add(block.id)
    return checkBlock(block, isFact, faults)
  })
  if (Object.keys(faults).length > 0) return { faults }
  return { document: { ...words, blocks: checked } }
}

/**
 * Removes the texts that their fields would refuse, such as those that are too long.
 * @param texts by place
 * @param make returns the document with the texts that are left
 * @returns the fault of each removed text, by place.
 */
export function dropUnfit(
  texts: Map<string, string>,
  make: () => PageDocument,
  facts: ReadonlySet<string>,
): DocumentFaults {
  const dropped: DocumentFaults = {}
  for (;;) {
    const checked = checkDocument(make(), facts)
    if ('document' in checked) return dropped
    // `checkDocument` looks at the blocks only if the page's own texts are valid.
    const faults = Object.entries(checked.faults).filter(([place]) => texts.delete(place))
    if (faults.length === 0) return dropped
    Object.assign(dropped, Object.fromEntries(faults))
  }
}

function checkBlock(
  block: StoredBlock,
  isFact: (name: string) => boolean,
  faults: DocumentFaults,
): StoredBlock {
  const prefix = `${block.id}/`
  const blockType = findBlockType(block.type)
  if (!blockType) {
    faults[prefix] = `There is no kind of block named ${block.type}.`
    return block
  }
  const props = blockType.schema.safeParse(block.props)
  if (!props.success) {
    Object.assign(faults, faultsOf(props.error, prefix))
    return block
  }
  Object.assign(faults, unknownNames(blockType.schema, props.data, { isFact, prefix }))
  return { ...block, version: blockType.version, props: props.data }
}

function faultsOf(error: z.ZodError, prefix: string): DocumentFaults {
  const faults: DocumentFaults = {}
  for (const { path, message } of error.issues) faults[`${prefix}${path.join('.')}`] ??= message
  return faults
}

type NameCheck = { isFact: (name: string) => boolean; prefix: string }

/** Finds names in braces that are neither facts nor filled by the block itself, by place. */
function unknownNames(schema: z.ZodType, value: unknown, { isFact, prefix }: NameCheck): DocumentFaults {
  const faults: DocumentFaults = {}
  eachText(schema, value, [], (path, text, places) => {
    const unknown = namesIn(text).find((name) => !isFact(name) && !places.includes(name))
    if (unknown !== undefined)
      faults[`${prefix}${path.join('.')}`] =
        `There is no fact named ${unknown}. Please choose another, or remove the braces.`
  })
  return faults
}

type Visit = (path: readonly (string | number)[], text: string, places: readonly string[]) => void

/** Calls `visit` for every text of a value, with its path and the names that its block fills itself. */
export function eachText(
  schema: z.ZodType,
  value: unknown,
  path: readonly (string | number)[],
  visit: Visit,
): void {
  const inner = unwrapped(schema)
  if (typeof value === 'string') visit(path, value, fieldMetaOf(schema)?.places ?? [])
  else if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const item = inner.element as z.ZodType
    for (const [index, each] of value.entries()) eachText(item, each, [...path, index], visit)
  } else if (inner instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      const field: unknown = inner.shape[name]
      if (field instanceof z.ZodType) eachText(field, each, [...path, name], visit)
    }
  }
}
