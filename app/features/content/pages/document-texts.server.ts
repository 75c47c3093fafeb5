import { z } from 'zod'

import { findBlockType } from '../blocks.ts'
import { fieldMetaOf } from '../fields.ts'
import { unwrapped } from '../leave-out-empty.ts'
import { type PageDocument, pageDocumentSchema, type StoredBlock } from '../page-document.ts'
import { parseBlock } from '../parse-block.ts'

/** Returns the document with all fields of its blocks, so that two documents can be compared. */
export function withAllFields(document: PageDocument): PageDocument {
  const blocks = document.blocks.map((block): StoredBlock => {
    const parsed = parseBlock(block)
    const { id, type, version, hidden = false, props } = block
    if ('fault' in parsed) return { id, type, version, hidden, props }
    return { id, type, version: parsed.blockType.version, hidden, props: parsed.block.props }
  })
  return { ...document, blocks }
}

/** Returns a place in the editor's words, such as `Questions and answers › Entries › 2 › Answer`. */
export function nameOfPlace(document: PageDocument, place: string): string {
  if (place === 'blocks') return 'Sections and their order'
  const [before = '', after] = place.split('/')
  if (after === undefined) return titlesOf(pageDocumentSchema, before.split('.')).join(' › ')
  const block = document.blocks.find(({ id }) => id === before)
  const blockType = block ? findBlockType(block.type) : null
  const label = block ? labelOf(block, document) : before
  if (after === 'hidden') return `${label} › Hidden`
  const titles = blockType && after !== '' ? titlesOf(blockType.schema, after.split('.')) : []
  return [label, ...titles].join(' › ')
}

function labelOf({ id, type }: StoredBlock, { blocks }: PageDocument): string {
  const title = findBlockType(type)?.title ?? type
  const alike = blocks.filter((block) => block.type === type)
  return alike.length > 1 ? `${title} ${alike.findIndex((block) => block.id === id) + 1}` : title
}

function titlesOf(schema: z.ZodType, [part, ...rest]: readonly string[]): string[] {
  if (part === undefined) return []
  const inner = unwrapped(schema)
  const field: unknown =
    inner instanceof z.ZodArray ? inner.element : inner instanceof z.ZodObject ? inner.shape[part] : undefined
  const title =
    inner instanceof z.ZodArray
      ? `${Number(part) + 1}`
      : ((field instanceof z.ZodType ? fieldMetaOf(field)?.title : undefined) ?? part)
  return [title, ...(field instanceof z.ZodType ? titlesOf(field, rest) : rest)]
}

/** Returns a value as text, one line for each text in it. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('\n')
  if (typeof value === 'object' && value !== null) return wordsOf(Object.values(value))
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export type ComparedField = { place: string; name: string; before: string; after: string }

/** Returns every field that differs, block by block, as text. */
export function compareDocuments(before: PageDocument, after: PageDocument): ComparedField[] {
  const [one, other] = [withAllFields(before), withAllFields(after)]
  const [texts, others] = [textsOf(one), textsOf(other)]
  const places = new Set([...texts.keys(), ...others.keys()])
  return [...places].flatMap((place) => {
    const [text, otherText] = [wordsOf(texts.get(place)), wordsOf(others.get(place))]
    if (text === otherText) return []
    const isOf = place.includes('/') && !others.has(place) ? one : other
    return [{ place, name: nameOfPlace(isOf, place), before: text, after: otherText }]
  })
}

function textsOf({ blocks, service, ...words }: PageDocument): Map<string, string> {
  const texts = new Map(Object.entries(words).map(([name, value]) => [name, wordsOf(value)]))
  for (const [name, value] of Object.entries(service ?? {})) texts.set(`service.${name}`, wordsOf(value))
  for (const { id, hidden, props } of blocks) {
    for (const [name, value] of Object.entries(props)) texts.set(`${id}/${name}`, wordsOf(value))
    texts.set(`${id}/hidden`, hidden ? 'Yes' : '')
  }
  const document = { ...words, service, blocks }
  texts.set('blocks', blocks.map((block) => labelOf(block, document)).join('\n'))
  return texts
}
