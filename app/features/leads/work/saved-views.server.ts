import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { leadListPath, readLeadListQuery } from '../lead-list-query.ts'

const MOST_VIEWS = 30
export const VIEW_NAME_MAX = 40

export type SavedView = { id: string; name: string; query: string }

/** Returns the member's own views, in the order in which they were saved. */
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

/** Saves the filters of a query string. @throws {FieldErrors} @throws {AppError} conflict if there are too many. */
export async function saveView(ctx: Ctx, typed: { name: string; query: string }): Promise<SavedView> {
  const { memberId } = requireActor(ctx, 'leads.read')
  const name = readName(typed.name)
  const query = viewQuery(typed.query)
  if (query === '') throw new FieldErrors({ name: 'Please choose some filters first.' })
  // Views are not searched when a person is erased, so they must not contain an address.
  if (new URLSearchParams(query).get('q')?.includes('@'))
    throw new FieldErrors({ name: 'A view cannot contain an e-mail address in its search.' })
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `views ${memberId}`)
    const views = await listViews(ctx)
    if (views.length >= MOST_VIEWS)
      throw new AppError('conflict', `You already have ${MOST_VIEWS} views. Please delete one first.`)
    if (views.some((view) => view.name.toLowerCase() === name.toLowerCase()))
      throw new FieldErrors({ name: 'A view with this name already exists.' })
    const view = { id: newId(), name, query }
    await ctx.db
      .insertInto('saved_view')
      .values({ ...view, member_id: memberId, created_at: ctx.clock.now() })
      .execute()
    return view
  })
}

/** Deletes a view and returns it, so that it can be saved again. @throws {AppError} not-found. */
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
  if (name.includes('@')) throw new FieldErrors({ name: 'Please leave e-mail addresses out of the name.' })
  return name
}

/** Returns the canonical query string of the filters, without the page; empty if none is set. */
export function viewQuery(search: string): string {
  const path = leadListPath(readLeadListQuery(new URLSearchParams(search)), {}, '')
  return new URLSearchParams(path).toString()
}
