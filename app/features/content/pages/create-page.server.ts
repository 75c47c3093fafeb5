import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { PageDocument } from '../page-document.ts'
import type { PageKind } from '../page-kinds.ts'
import { readContent } from '../site-content.server.ts'
import { findStarter } from '../starter/starter-pages.ts'

import { checkDocument } from './check-document.ts'
import { slugOf } from '#app/features/editing/slugs.ts'
import { suggestedPath } from './page-path.ts'
import { getPage, listEntries, requireFreePath } from './read-pages.server.ts'
import { listedColumns, lockPages, pageSubject } from './stored-page.server.ts'

export type NewPage = { kind: PageKind; path: string; document: unknown }

/** Stores a new page as a draft. @throws {FieldErrors} by field. */
export async function createPage(
  ctx: Ctx,
  { kind, path, document: input }: NewPage,
): Promise<{ id: string }> {
  requireActor(ctx, 'content.write')
  const document = await requireSound(ctx, input)
  return withTransaction(ctx, async (ctx) => {
    await lockPages(ctx)
    await requireFreePath(ctx, path, null)
    const now = ctx.clock.now()
    const pages = await listEntries(ctx)
    const id = await freeId(ctx, path)
    await ctx.db
      .insertInto('page')
      .values({
        id,
        kind,
        path,
        draft: JSON.stringify(document),
        published: null,
        published_at: null,
        publish_at: null,
        deleted_at: null,
        deleted_path: null,
        language: null,
        source_id: null,
        source: null,
        ...listedColumns(document, null),
        position: Math.max(...pages.map(({ position }) => position), 0) + 1,
        version: 1,
        updated_at: now,
      })
      .execute()
    // The new page takes over a former address of another page.
    await ctx.db.deleteFrom('page_address').where('path', '=', path).execute()
    await recordChange(ctx, { what: 'page.created', subject: pageSubject({ id, draft: document }) })
    return { id }
  })
}

export type PageStart = { name: string; path: string; kind: PageKind; copyOf: string }

/**
 * Creates a page with a name, empty or as a copy, at the given address or at one derived from the name.
 * @throws {FieldErrors} by field.
 */
export async function beginPage(ctx: Ctx, { name, path, kind, copyOf }: PageStart): Promise<{ id: string }> {
  requireActor(ctx, 'content.write')
  const copied = copyOf === '' ? {} : { ...(await getPage(ctx, copyOf)).draft, metaTitle: '', shareTitle: '' }
  const service = kind === 'service' ? { service: {}, ...copied }.service : undefined
  const suggested = suggestedPath(name, kind, slugOf)
  return createPage(ctx, { kind, path: path || suggested, document: { ...copied, name, service } })
}

/** Returns the validated document. @throws {FieldErrors} by place. */
export async function requireSound(ctx: Ctx, input: unknown): Promise<PageDocument> {
  return requireSoundWith(await readFactNames(ctx), input)
}

/** Returns all names that texts may have in braces. Slow in a transaction, where it reads all content again. */
export async function readFactNames(ctx: Ctx): Promise<ReadonlySet<string>> {
  return new Set(Object.keys((await readContent(ctx)).facts))
}

export function requireSoundWith(facts: ReadonlySet<string>, input: unknown): PageDocument {
  const checked = checkDocument(input, facts)
  if ('faults' in checked) throw new FieldErrors(checked.faults)
  return checked.document
}

/** Derives the id from the path's last part. It never changes, because links and figures refer to it. */
async function freeId(ctx: Ctx, path: string): Promise<string> {
  const wanted = path.split('/').at(-1) || 'page'
  const rows = await ctx.db.selectFrom('page').select('id').execute()
  const taken = new Set(rows.map(({ id }) => id))
  const isFree = (id: string) => !taken.has(id) && !findStarter(id)
  let id = wanted
  for (let n = 2; !isFree(id); n += 1) id = `${wanted}-${n}`
  return id
}
