import { z } from 'zod'

import { lastWeek } from '#app/lib/days.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'
import { defineJob, type Job } from '#app/platform/jobs/job.server.ts'

import { analyticsSettings } from '../settings/analytics-settings.server.ts'
import { formatCount, formatTrend } from '../stats/format.ts'
import { sumKeys } from '../stats/key-sums.server.ts'
import { type Figure, listPanel, readTotals } from '../stats/read-figures.server.ts'
import { comparisonOf } from '../stats/comparison.ts'
import { keyLabel } from '../stats/panels.ts'
import type { Range } from '../stats/range.ts'

import { weeklySummaryEmail } from './weekly-summary.email.tsx'

const PAGES = 5

/** Queues the mail about the last full week once; none if that week and the one before had no events. */
export function createWeeklySummary(recipients: (ctx: Ctx) => Promise<string[]>): Job<Record<string, never>> {
  return defineJob({
    name: 'send-weekly-summary',
    lane: 'other',
    payload: z.object({}),
    async run(ctx) {
      const { weeklyMail } = await analyticsSettings.read(ctx)
      if (!weeklyMail) return
      const { timeZone } = await ctx.site(ctx)
      const at = ctx.clock.now()
      const today = dayOf(at, timeZone)
      const week: Range = { name: 'custom', ...lastWeek(today) }
      const totals = await readTotals(ctx, week, comparisonOf(week, { now: at, today, timeZone }))
      if (Object.values(totals).every(({ now, before }) => now === 0 && before === 0)) return
      const sums = await sumKeys(ctx, week)
      const services = listPanel(sums, 'services')
      const pages = listPanel(sums, 'pages', PAGES)
      await withTransaction(ctx, async (ctx) =>
        queueEmail(ctx, {
          template: weeklySummaryEmail,
          props: {
            from: week.from,
            to: week.to,
            totals: [
              { name: 'Daily visitors', value: withChange(totals.visitors) },
              { name: 'Page views', value: withChange(totals.pageViews) },
              { name: 'Inquiries', value: withChange(totals.contacts) },
              { name: 'Chats', value: withChange(totals.chats) },
            ],
            services: services.map(({ key, n }) => ({
              name: keyLabel('services', key),
              value: formatCount(n),
            })),
            pages: pages.map(({ key, visitors }) => ({
              name: keyLabel('pages', key),
              value: `${formatCount(visitors)} visitors`,
            })),
          },
          to: await recipients(ctx),
          dedupeKey: `weekly-summary:${week.from}`,
        }),
      )
    },
  })
}

function withChange({ now, trend }: Figure): string {
  return trend === null ? formatCount(now) : `${formatCount(now)} (${formatTrend(trend)})`
}
