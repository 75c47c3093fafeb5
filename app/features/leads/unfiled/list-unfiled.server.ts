import { sql } from 'kysely'

import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { inOrderOf } from '#app/platform/lists/bounded-page.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { defineList, down, matching } from '#app/platform/lists/define-list.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { readLeadListQuery } from '../lead-list-query.ts'
import { listLeads } from '../list-leads.server.ts'

import type { UnfiledQuery } from './unfiled-query.ts'

export const UNFILED_PER_PAGE = 50
const EXCERPT = 160
const MOST_PROPOSED = 5
const MOST_FOUND = 10

/** Received mails without a lead: either waiting or dismissed. */
const unfiledList = defineList({
  table: 'thread_mail',
  keys: ['id', 'at'],
  orders: { newest: [down('at'), down('id')] },
  perPage: UNFILED_PER_PAGE,
  find: async (_ctx, { folder }: Pick<UnfiledQuery, 'folder'>) => ({
    from: sql`thread_mail`,
    shown: sql`lead_id is null`,
    matches: folder === 'dismissed' ? sql`dismissed_at is not null` : sql`dismissed_at is null`,
  }),
})

export async function listUnfiled(ctx: Ctx, query: UnfiledQuery) {
  requireActor(ctx, 'leads.read')
  const { ids, ...page } = await unfiledList.page(ctx, query, 'newest')
  const mails =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('thread_mail')
          .select(['id', 'from_email', 'from_name', 'subject', 'at', 'seen_at', 'is_automatic'])
          .select(sql<string>`substr(text, 1, ${EXCERPT})`.as('excerpt'))
          .where('id', 'in', ids)
          .execute()
  const { rows } = await sql<{ at: number | null }>`select max(at) as at
    ${matching(await unfiledList.find(ctx, query, 'page'))}`.execute(ctx.db)
  return { mails: inOrderOf(ids, mails), newestAt: rows[0]?.at ?? null, ...page }
}

/** Returns a received mail, filed or not, and the id of the next unfiled one. @throws {AppError} not-found. */
export async function getReceived(ctx: Ctx, id: string) {
  requireActor(ctx, 'leads.read')
  const mail = await ctx.db
    .selectFrom('thread_mail')
    .leftJoin('lead', 'lead.id', 'lead_id')
    .select(['thread_mail.id', 'from_email', 'from_name', 'recipients', 'subject', 'text', 'quoted', 'at'])
    .select([
      'reply_to_email',
      'reply_to_name',
      'is_automatic',
      'dismissed_at',
      'lead_id',
      'lead.name as lead_name',
    ])
    .where('thread_mail.id', '=', id)
    .where('direction', '=', 'in')
    .executeTakeFirst()
  if (!mail) throw new AppError('not-found', 'There is no such mail. It may have been deleted.')
  const [attachments, [next]] = await Promise.all([
    ctx.db
      .selectFrom('thread_attachment')
      .select(['id', 'name', 'size'])
      .where('mail_id', '=', id)
      .orderBy('position')
      .execute(),
    unfiledList.next(ctx, { folder: 'waiting' }, 'newest', { after: { id, at: mail.at }, limit: 1 }),
  ])
  return { mail: { ...mail, attachments }, next: next ?? null }
}

/** Returns leads that a mail may belong to: those of its sender, and those that a search finds. */
export async function listLeadsFor(ctx: Ctx, { from, q }: { from: string; q: string }) {
  requireActor(ctx, 'leads.read')
  const columns = ['id', 'name', 'email', 'company', 'status', 'created_at'] as const
  const proposed = await ctx.db
    .selectFrom('lead')
    .select(columns)
    .where('address', '=', comparableAddress(from))
    .orderBy('created_at', 'desc')
    .limit(MOST_PROPOSED)
    .execute()
  if (q === '') return { proposed, found: [] }
  const { leads } = await listLeads(ctx, readLeadListQuery(new URLSearchParams({ q })))
  const found = leads.filter((lead) => proposed.every(({ id }) => id !== lead.id)).slice(0, MOST_FOUND)
  return { proposed, found }
}

export type Received = Awaited<ReturnType<typeof getReceived>>['mail']
export type PossibleLeads = Awaited<ReturnType<typeof listLeadsFor>>
export type UnfiledMail = Awaited<ReturnType<typeof listUnfiled>>['mails'][number]
