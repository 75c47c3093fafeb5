import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { leadListPath, readLeadListQuery } from '../lead-list-query.ts'

export const MOST_VIEWS = 30
export const VIEW_NAME_MAX = 40

export type SavedView = { id: string; name: string; query: string }

/** The member's own views, in the order in which they were saved. */
export async function listViews(ctx: Ctx): Promise<SavedView[]> {
  const { memberId } = requireActor(ctx, 'leads.read')
  return ctx.db
    .selectFrom('saved_view')
    .select(['id', 'name', 'query'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Keeps the filters of an address under a name. @throws {FieldErrors} @throws {AppError} conflict past the most. */
export async function saveView(ctx: Ctx, typed: { name: string; query: string }): Promise<SavedView> {
  const { memberId } = requireActor(ctx, 'leads.read')
  const name = readName(typed.name)
  const query = viewQuery(typed.query)
  if (query === '') throw new FieldErrors({ name: 'Please choose some filters first.' })
  // Whoever is erased must not be left in it.
  if (new URLSearchParams(query).get('q')?.includes('@'))
    throw new FieldErrors({ name: 'A view cannot search for an address.' })
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `views ${memberId}`)
    const views = await listViews(ctx)
    if (views.length >= MOST_VIEWS)
      throw new AppError('conflict', `There are ${MOST_VIEWS} views already. Please delete one first.`)
    if (views.some((view) => view.name.toLowerCase() === name.toLowerCase()))
      throw new FieldErrors({ name: 'There is a view of this name already.' })
    const view = { id: newId(), name, query }
    await ctx.db
      .insertInto('saved_view')
      .values({ ...view, member_id: memberId, created_at: ctx.clock.now() })
      .execute()
    return view
  })
}

/** Returns what brings it back. @throws {AppError} not-found. */
export async function deleteView(ctx: Ctx, { view }: { view: string }): Promise<SavedView> {
  const { memberId } = requireActor(ctx, 'leads.read')
  const deleted = await ctx.db
    .deleteFrom('saved_view')
    .where('id', '=', view)
    .where('member_id', '=', memberId)
    .returning(['id', 'name', 'query'])
    .executeTakeFirst()
  if (!deleted) throw new AppError('not-found', 'There is no such view. It may have been deleted already.')
  return deleted
}

function readName(typed: string): string {
  const name = readableLine(typed)
  if (!name) throw new FieldErrors({ name: 'Please enter a name.' })
  if (name.length > VIEW_NAME_MAX)
    throw new FieldErrors({ name: `Please use at most ${VIEW_NAME_MAX} characters.` })
  if (name.includes('@')) throw new FieldErrors({ name: 'Please leave out addresses.' })
  return name
}

/** The filters of an address in their one form, without the page; empty where there are none. */
export function viewQuery(search: string): string {
  return new URL(
    leadListPath(readLeadListQuery(new URLSearchParams(search)), {}),
    'https://list.invalid',
  ).searchParams.toString()
}
