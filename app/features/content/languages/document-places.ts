import { z } from 'zod'

import { findBlockType } from '../blocks.ts'
import { fieldMetaOf } from '../fields.ts'
import { unwrapped } from '../leave-out-empty.ts'
import type { PageDocument } from '../page-document.ts'

/** A text's place in a document: `metaTitle`, `service.summary`, or `block-id/entries.0.answer`. */
type Place = string

const words = ['name', 'metaTitle', 'description', 'shareTitle'] as const
const ofService = ['menuText', 'summary', 'bestFor', 'timeline', 'price', 'action'] as const
const written: ReadonlySet<string> = new Set(['line', 'paragraph', 'rich'])
/** Fields of texts that no reader sees, or that are no words. */
const unread: ReadonlySet<string> = new Set(['anchor', 'startsAt', 'published', 'language', 'id'])

/** Returns the texts that are translated, by their places; without addresses, names of icons and numbers. */
export function placedTexts(document: PageDocument): Map<Place, string> {
  const texts = new Map<Place, string>()
  withTexts(document, (place, text) => {
    if (text.trim() !== '') texts.set(place, text)
    return text
  })
  return texts
}

/** Returns the document with other texts in its places. */
export function withTexts(
  document: PageDocument,
  replace: (place: Place, text: string) => string,
): PageDocument {
  const said = Object.fromEntries(words.map((name) => [name, replace(name, document[name])]))
  const { service } = document
  const offer =
    service && Object.fromEntries(ofService.map((name) => [name, replace(`service.${name}`, service[name])]))
  const blocks = document.blocks.map((block) => {
    const schema = findBlockType(block.type)?.schema
    // What the schema derives is always an object again.
    const props = schema
      ? (mapped(schema, block.props, `${block.id}/`, replace) as typeof block.props)
      : block.props
    return { ...block, props }
  })
  return { ...document, ...said, ...(service && { service: { ...service, ...offer } }), blocks }
}

function mapped(
  schema: z.ZodType,
  value: unknown,
  path: string,
  replace: (place: Place, text: string) => string,
): unknown {
  const inner = unwrapped(schema)
  if (typeof value === 'string')
    return written.has(String(fieldMetaOf(schema)?.control)) ? replace(path, value) : value
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const item = inner.element as z.ZodType
    return value.map((each, index) => mapped(item, each, joined(path, String(index)), replace))
  }
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const field: unknown = inner.shape[name]
      const isRead = field instanceof z.ZodType && !unread.has(name)
      return [name, isRead ? mapped(field, each, joined(path, name), replace) : each]
    }),
  )
}

function joined(path: string, part: string): string {
  return path.endsWith('/') ? `${path}${part}` : `${path}.${part}`
}

/** Returns the number of words; scripts without spaces count by their segments. */
export function countWords(texts: Iterable<string>): number {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  let count = 0
  for (const text of texts) for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1
  return count
}

/** Returns a version with the amounts and the icon of a service that its page in the main language has. */
export function withAmountsOf(document: PageDocument, { service: source }: PageDocument): PageDocument {
  const { service } = document
  if (!source || !service) return { ...document, service: source }
  const { menuText, summary, bestFor, timeline, price, action } = service
  return { ...document, service: { ...source, menuText, summary, bestFor, timeline, price, action } }
}

export type ComparedText = {
  place: Place
  source: string
  /** The source's text from which the translation was made; null for a text that is new. */
  before: string | null
  translation: string
}

/** Returns every text of a source beside its translation. A text whose `before` differs from `source` is out of date. */
export function compareVersion(
  source: PageDocument,
  version: { draft: PageDocument; source: PageDocument | null },
): ComparedText[] {
  const texts = placedTexts(version.draft)
  const now = placedTexts(source)
  const before = version.source === source ? now : version.source && placedTexts(version.source)
  return [...now].map(([place, text]) => ({
    place,
    source: text,
    before: before?.get(place) ?? null,
    translation: texts.get(place) ?? '',
  }))
}

/**
 * Brings a version to the source's present form: kept texts where the source has not changed, given ones elsewhere, and
 * the source's own where there are none.
 */
export function broughtUpToDate(
  source: PageDocument,
  version: { draft: PageDocument; source: PageDocument | null },
  translations: ReadonlyMap<Place, string>,
): PageDocument {
  const compared = new Map(compareVersion(source, version).map((text) => [text.place, text]))
  return withTexts(source, (place, text) => {
    const known = compared.get(place)
    const kept = known && known.before === known.source ? known.translation : ''
    return translations.get(place) ?? (kept || text)
  })
}
