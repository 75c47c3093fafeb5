import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { pageDocumentSchema, serviceFactsSchema } from '../page-document.ts'
import { unwrapped } from '../leave-out-empty.ts'

import { getPage } from './read-pages.server.ts'
import { savePageDraft, type SavedPage, StalePage } from './save-page-draft.server.ts'
import { findDraftAt } from './store-draft.server.ts'

/** Prefix of a service fact's name, in forms and errors. */
export const SERVICE_PREFIX = 'service.'

type Details = { id: string; version: number; fields: Readonly<Record<string, string>> }

/**
 * Saves a page's texts for search results and a service's facts in its draft; its blocks stay unchanged.
 * @throws {StalePage} if somebody else changed the same fields.
 * @throws {FieldErrors} by place.
 * @throws {AppError} not-found.
 */
export async function savePageDetails(ctx: Ctx, { id, version, fields }: Details): Promise<SavedPage> {
  requireActor(ctx, 'content.write')
  const page = await getPage(ctx, id)
  const base = await findDraftAt(ctx, page, version)
  if (!base) throw new StalePage(page, page.draft, [])
  const { name, metaTitle, description, shareTitle, noindex } = pageDocumentSchema.shape
  const words = typedIn({ name, metaTitle, description, shareTitle, noindex }, fields, '')
  const service = base.service && {
    ...base.service,
    ...typedIn(serviceFactsSchema.shape, fields, SERVICE_PREFIX),
  }
  const [from, to] = [numberIn(fields['service.priceFrom']), numberIn(fields['service.priceTo'])]
  if (from !== undefined && to !== undefined && to < from)
    throw new FieldErrors({ 'service.priceTo': 'This is less than the starting price.' })
  return savePageDraft(ctx, { id, version, document: { ...base, ...words, service } })
}

/** Converts form fields for their schemas; a checkbox that is not ticked is missing. */
function typedIn(
  shape: Readonly<Record<string, z.ZodType>>,
  fields: Details['fields'],
  prefix: string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => {
      const typed = fields[`${prefix}${name}`]
      const inner = unwrapped(schema)
      if (inner instanceof z.ZodBoolean) return [name, typed === 'on']
      if (inner instanceof z.ZodNumber) return [name, numberIn(typed)]
      return [name, typed]
    }),
  )
}

/** Returns undefined for an empty field; NaN for other text, which the schema refuses. */
function numberIn(typed: string | undefined): number | undefined {
  return typed === undefined || typed.trim() === '' ? undefined : Number(typed.replaceAll(',', ''))
}
