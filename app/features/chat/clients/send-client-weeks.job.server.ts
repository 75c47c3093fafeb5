import { z } from 'zod'

import { addDays, lastWeek } from '#app/lib/days.ts'
import { dayOf, startOfDay } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { listAddresses } from './client-addresses.server.ts'
import { readClientFigures, readClientName } from './client-figures.server.ts'
import { findLink, hasEnded, inClientLanguage } from './client-link.server.ts'
import { clientWeekEmail } from './client-week.email.tsx'

/**
 * Queues the mails about the last full week, one for each address, so that one that fails delays no other; none if nothing
 * happened in that week and the one before.
 */
export const sendClientWeeks = defineJob({
  name: 'send-client-weeks',
  lane: 'other',
  payload: z.object({}),
  async run(ctx, _payload, { signal }) {
    const assistants = await ctx.db
      .selectFrom('assistant')
      .select('id')
      .where('client_link', 'is not', null)
      .orderBy('id')
      .execute()
    for (const { id } of assistants) {
      signal.throwIfAborted()
      const link = await findLink(ctx, id)
      if (link && !hasEnded(ctx, link)) await queueWeek(await inClientLanguage(ctx, id), id)
    }
  },
})

async function queueWeek(ctx: Ctx, id: string): Promise<void> {
  const { addresses } = await listAddresses(ctx, id)
  if (addresses.length === 0) return
  const { timeZone } = await ctx.site(ctx)
  const { from, to } = lastWeek(dayOf(ctx.clock.now(), timeZone))
  const start = (day: string) => startOfDay(day, timeZone)
  const [now, before] = await Promise.all([
    readClientFigures(ctx, id, { from: start(from), until: start(addDays(to, 1)) }),
    readClientFigures(ctx, id, { from: start(addDays(from, -7)), until: start(from) }),
  ])
  if ([now, before].every(({ conversations, inquiries }) => conversations + inquiries === 0)) return
  await withTransaction(ctx, async (ctx) => {
    const name = await readClientName(ctx, id)
    for (const { id: addressId, email } of addresses)
      await queueEmail(ctx, {
        template: clientWeekEmail,
        props: { assistantId: id, addressId, name, from, to, now, before, sent: null },
        to: [email],
        dedupeKey: `client-week:${addressId}:${from}`,
      })
  })
}
