import { findModelWarnings } from '#app/features/ai/models/model-warnings.server.ts'
import { backupStatus, restoreTestStatus } from '#app/platform/backup/backup-records.server.ts'
import { DAY, HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Need, NeedKind } from './needs.ts'

/** Backups run nightly: two missed nights and a morning. */
const OLD_BACKUP = 2 * DAY + 12 * HOUR

export type Found = Omit<Need, 'kind' | 'due' | 'group'> & { isPromised?: true; due?: number }

export const findSystemNeeds = {
  async model(ctx) {
    const warnings = await findModelWarnings(ctx)
    return withMarks(
      ctx,
      warnings.map(({ model, reason, ends, successor }) => ({
        item: `model:${model}:${reason}`,
        title:
          reason === 'ends'
            ? `The model ${model} will be shut down soon`
            : `The model ${model} is no longer available`,
        text: `${ends ? `Its provider gives the date ${ends}. ` : ''}Its successor is ${successor}.`,
        at: ctx.clock.now(),
        path: '/admin/api',
      })),
    )
  },

  async webhook(ctx) {
    const rows = await ctx.db
      .selectFrom('webhook')
      .select(['id', 'url', 'disabled_at'])
      .where('disabled_at', 'is not', null)
      .execute()
    return withMarks(
      ctx,
      rows.map(({ id, url, disabled_at }) => ({
        item: `webhook:${id}:${disabled_at}`,
        title: `The webhook to ${new URL(url).host} was turned off`,
        text: 'Every delivery failed for three days.',
        at: disabled_at ?? ctx.clock.now(),
        path: '/admin/settings/webhooks',
      })),
    )
  },

  async backup(ctx) {
    const [{ last, failure }, test] = await Promise.all([backupStatus.read(ctx), restoreTestStatus.read(ctx)])
    const shipping = ctx.shipState()?.failure ?? null
    const path = '/admin/settings/backups'
    return withMarks(ctx, [
      ...(failure
        ? [
            {
              item: `backup:${failure.at}`,
              title: 'The newest backup failed',
              text: failure.reason,
              at: failure.at,
              path,
            },
          ]
        : []),
      ...(last && !failure && last.at < ctx.clock.now() - OLD_BACKUP
        ? [
            {
              item: `backup:old-${last.at}`,
              title: 'The newest backup is old',
              text: 'A backup is due every night, but the last one is more than two days old.',
              at: last.at + OLD_BACKUP,
              path,
            },
          ]
        : []),
      ...(test.failure
        ? [
            {
              item: `backup:test-${test.failure.at}`,
              title: 'The newest backup failed its restore test',
              text: test.failure.reason,
              at: test.failure.at,
              path,
            },
          ]
        : []),
      ...(shipping
        ? [
            {
              item: `backup:ship-${shipping.at}`,
              title: 'Changes are not being backed up',
              text: shipping.reason,
              at: shipping.at,
              path,
            },
          ]
        : []),
    ])
  },
} satisfies Partial<Record<NeedKind, (ctx: Ctx) => Promise<Found[]>>>

/** Leaves out done and snoozed items. */
export async function withMarks(
  ctx: Ctx,
  found: readonly Omit<Found, 'assigneeId' | 'replyPath'>[],
): Promise<Found[]> {
  if (found.length === 0) return []
  const marks = await ctx.db
    .selectFrom('today_mark')
    .selectAll()
    .where(
      'item',
      'in',
      found.map(({ item }) => item),
    )
    .execute()
  return found.flatMap((need) => {
    const mark = marks.find(({ item }) => item === need.item)
    const isAway = mark && (mark.done_at !== null || isLater(mark.snoozed_until, ctx.clock.now()))
    return isAway ? [] : [{ ...need, replyPath: need.path, assigneeId: mark?.assignee_id ?? null }]
  })
}

function isLater(until: number | null, now: number): boolean {
  return until !== null && until > now
}
