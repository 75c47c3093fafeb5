import { z } from 'zod'

import { findOfferedTypes } from '#app/features/bookings/types/find-meeting-types.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { actorMay } from '#app/platform/require-actor.ts'

import { blockTypes } from '../blocks.ts'
import type { Facts } from '../facts/fill-facts.ts'
import { fieldMetaOf } from '../fields.ts'
import { unwrapped } from '../leave-out-empty.ts'
import type { PageDocument, StoredBlock } from '../page-document.ts'
import { parseBlock } from '../parse-block.ts'
import { getPage, listPages } from '../pages/read-pages.server.ts'
import { readContent } from '../site-content.server.ts'

import { readLanguages } from './read-languages.server.ts'
import type { BlockDescription, FieldDescription, Fields } from './block-description.ts'

/** Returns a page for its editor, with all fields that its blocks may have. @throws {AppError} not-found. */
export async function readEditor(ctx: Ctx, id: string) {
  const [page, pages, { services, facts }, meetings] = await Promise.all([
    getPage(ctx, id),
    listPages(ctx),
    readContent(ctx),
    findOfferedTypes(ctx),
  ])
  const languages = await readLanguages(ctx, page)
  const { draft, published, version, path } = page
  const maySettings = ctx.actor !== null && actorMay(ctx.actor, 'settings.read')
  return {
    id,
    path,
    version,
    document: { ...draft, blocks: draft.blocks.map(withAllFields) } satisfies PageDocument,
    isPublished: published !== null,
    isChanged: JSON.stringify(published) !== JSON.stringify(draft),
    languages,
    types: blockDescriptions().map(({ settings, ...type }) => (maySettings ? { ...type, settings } : type)),
    choices: {
      services: services.map((service) => ({ id: service.id, name: service.name })),
      meetings: meetings.map(({ slug, name }) => ({ slug, name })),
      pages: pages.map((each) => ({ path: each.path, name: each.name })),
      facts: factsFor(id, facts),
    },
  }
}

/** Returns the facts common to all pages, and those of this page's service as `service.<name>`. */
function factsFor(id: string, facts: Facts): { name: string; value: string }[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const [owner, own] = name.split('.', 2)
    if (own === undefined) return [{ name, value }]
    return owner === id ? [{ name: `service.${own}`, value }] : []
  })
}

/** Adds missing fields. An unreadable block stays as stored, and its errors are reported when it is saved. */
function withAllFields(stored: StoredBlock): StoredBlock {
  const parsed = parseBlock(stored)
  if ('fault' in parsed) return stored
  return { ...stored, version: parsed.blockType.version, props: parsed.block.props }
}

let known: readonly BlockDescription[] | undefined

/** Describes every block type and its fields for the editor. The fields are read from the schemas. */
export function blockDescriptions(): readonly BlockDescription[] {
  return (known ??= blockTypes.map(({ type, version, title, help, settings, schema }) => {
    return { type, version, title, help, settings, fields: fieldsOf(schema) }
  }))
}

function fieldsOf({ shape }: z.ZodObject): Fields {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => {
      const described = field instanceof z.ZodType ? describe(field) : null
      return described ? [[name, described]] : []
    }),
  )
}

function describe(schema: z.ZodType): FieldDescription | null {
  const meta = fieldMetaOf(schema)
  if (!meta) return null
  const inner = unwrapped(schema)
  const { title, description, control, isRequired, places, labels, upload } = meta
  const max = maxOf(inner)
  const item = inner instanceof z.ZodArray ? describe(inner.element as z.ZodType) : null
  return {
    title,
    control,
    initial: initialOf(schema, inner),
    ...(description !== undefined && { description }),
    ...(isRequired && { isRequired }),
    ...(places && { places }),
    ...(upload && { upload }),
    // The browser has the icons with their names already.
    ...(labels && control !== 'icon' && { labels }),
    ...(max !== undefined && { max }),
    ...(item && { item }),
    ...(inner instanceof z.ZodObject && { fields: fieldsOf(inner) }),
    ...(inner instanceof z.ZodString && schema === inner && { isLinkName: true }),
  }
}

function maxOf(inner: z.ZodType): number | undefined {
  if (inner instanceof z.ZodString) return inner.maxLength ?? undefined
  if (inner instanceof z.ZodNumber) return inner.maxValue ?? undefined
  const checks = inner instanceof z.ZodArray ? inner.def.checks : undefined
  const limits = checks?.map(({ _zod: { def } }) => ('maximum' in def ? Number(def.maximum) : Infinity))
  return limits?.find((limit) => Number.isFinite(limit))
}

/** Returns what the schema parses `undefined` to, or otherwise an empty value of the field's control. */
function initialOf(schema: z.ZodType, inner: z.ZodType): unknown {
  if (inner instanceof z.ZodObject) return {}
  const parsed = schema.safeParse(undefined)
  if (parsed.success && parsed.data !== undefined) return parsed.data
  return inner instanceof z.ZodNumber ? 0 : ''
}
