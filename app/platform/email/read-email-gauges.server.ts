import type { Ctx } from '#app/platform/context.server.ts'
import { emailStates } from '#app/platform/db/schema/email.ts'
import type { Gauge } from '#app/platform/gauge.ts'

import { findOutage } from './mail-outage.server.ts'

/** How many mails lie in the outbox in each state, over all instances. */
export async function readEmailGauges(ctx: Ctx): Promise<Gauge[]> {
  const rows = await ctx.db
    .selectFrom('email')
    .select((select) => ['state', select.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()
  const outage = await findOutage(ctx)
  return [
    {
      type: 'gauge',
      name: 'emails',
      help: 'Mails in the outbox; those that were deleted count no more.',
      samples: emailStates.map((state) => ({
        labels: { state },
        value: rows.find((row) => row.state === state)?.n ?? 0,
      })),
    },
    {
      type: 'gauge',
      name: 'mail_outage_seconds',
      help: 'For how long the mail server has taken no mail; 0 while it works.',
      samples: [{ value: outage ? (ctx.clock.now() - outage.since) / 1000 : 0 }],
    },
  ]
}
