import { comparisonOf } from '#app/features/analytics/stats/comparison.ts'
import { readLanguages } from '#app/features/analytics/stats/main-language.server.ts'
import type { PanelRow } from '#app/features/analytics/stats/panels.ts'
import { readTotals } from '#app/features/analytics/stats/read-figures.server.ts'
import { addDays } from '#app/lib/days.ts'
import { dayOf } from '#app/lib/site-day.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { actorMay, requireActor } from '#app/platform/require-actor.ts'

/** Returns visitors and page views of the last seven days by language; none for a site with one. */
export async function readWeekLanguages(ctx: Ctx): Promise<readonly PanelRow[]> {
  requireActor(ctx, 'analytics.read')
  return readLanguages(ctx, await weekOf(ctx))
}

export type WeekFigure = { name: string; now: number; before: number; path: string }

/** Compares the last seven days until now with the same part of the seven before, as far as the member may read. */
export async function readWeek(ctx: Ctx): Promise<WeekFigure[]> {
  const seesLeads = actorMay(requireActor(ctx, 'analytics.read'), 'leads.read')
  const { timeZone } = await ctx.site(ctx)
  const at = ctx.clock.now()
  const range = await weekOf(ctx)
  const today = range.to
  const [{ visitors, contacts, chats }, leads] = await Promise.all([
    readTotals(ctx, range, comparisonOf(range, { now: at, today, timeZone })),
    seesLeads ? readLeads(ctx) : [],
  ])
  return [
    { name: 'Visitors', ...visitors, path: '/admin/analytics?range=7d' },
    { name: 'Inquiries', ...contacts, path: seesLeads ? '/admin/leads' : '/admin/analytics?range=7d' },
    { name: 'Chats', ...chats, path: seesLeads ? '/admin/conversations' : '/admin/analytics?range=7d' },
    ...leads,
  ].map(({ name, now, before, path }) => ({ name, now, before, path }))
}

async function weekOf(ctx: Ctx) {
  const { timeZone } = await ctx.site(ctx)
  const today = dayOf(ctx.clock.now(), timeZone)
  return { name: '7d', from: addDays(today, -6), to: today } as const
}

async function readLeads(ctx: Ctx): Promise<WeekFigure[]> {
  const now = ctx.clock.now()
  const [week, before] = await Promise.all([
    countChanged(ctx, now - 7 * DAY, now),
    countChanged(ctx, now - 14 * DAY, now - 7 * DAY),
  ])
  return [
    {
      name: 'Contacted',
      now: week.contacted,
      before: before.contacted,
      path: '/admin/leads?status=contacted',
    },
    { name: 'Won', now: week.won, before: before.won, path: '/admin/leads?status=won' },
  ]
}

/** Counts leads that got a status in the period, each once. */
async function countChanged(ctx: Ctx, from: number, to: number) {
  const rows = await ctx.db
    .selectFrom('lead_event')
    .select((select) => ['body', select.fn.count<number>('lead_id').distinct().as('leads')])
    .where('kind', '=', 'status')
    .where('body', 'in', ['contacted', 'won'])
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy('body')
    .execute()
  const of = (status: string) => rows.find(({ body }) => body === status)?.leads ?? 0
  return { contacted: of('contacted'), won: of('won') }
}
