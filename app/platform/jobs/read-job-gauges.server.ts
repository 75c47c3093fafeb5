import type { Ctx } from '#app/platform/context.server.ts'
import type { Gauge } from '#app/platform/gauge.ts'

import { listUnclaimedJobs } from './unclaimed-jobs.server.ts'

const states = ['waiting', 'running', 'dead'] as const

/** How many jobs there are over all instances, and for how long the one that is due has waited. */
export async function readJobGauges(ctx: Ctx): Promise<Gauge[]> {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('job')
    .select((select) => ['state', select.fn.countAll<number>().as('n')])
    .where('state', 'in', states)
    .groupBy('state')
    .execute()
  const { oldest } = await ctx.db
    .selectFrom('job')
    .select((select) => select.fn.min<number | null>('run_at').as('oldest'))
    .where('state', '=', 'waiting')
    .where('run_at', '<=', now)
    .executeTakeFirstOrThrow()
  return [
    {
      type: 'gauge',
      name: 'jobs',
      help: 'Jobs over all instances: waiting, those planned for later included, running, and dead.',
      samples: states.map((state) => ({
        labels: { state },
        value: rows.find((row) => row.state === state)?.n ?? 0,
      })),
    },
    {
      type: 'gauge',
      name: 'jobs_oldest_due_seconds',
      help: 'For how long the job that has been due longest has waited; 0 where none is due.',
      samples: [{ value: oldest === null ? 0 : (now - oldest) / 1000 }],
    },
    {
      type: 'gauge',
      name: 'jobs_unclaimed',
      help: 'Jobs that have been due for ten minutes and that nobody has claimed, by kind; none where there is none.',
      samples: (await listUnclaimedJobs(ctx)).map(({ name, n }) => ({ labels: { kind: name }, value: n })),
    },
  ]
}
