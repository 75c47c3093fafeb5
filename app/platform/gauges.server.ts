import { emailStates } from '#app/platform/db/schema/email.ts'
import { findMailboxHealth } from '#app/platform/email/mailbox-health.server.ts'
import { findOutage } from '#app/platform/email/mail-outage.server.ts'
import { listUnclaimedJobs } from '#app/platform/jobs/unclaimed-jobs.server.ts'

import { SECOND } from './clock.ts'
import type { Ctx } from './context.server.ts'

export type Gauge = {
  readonly type: 'gauge'
  readonly name: string
  readonly help: string
  readonly samples: readonly { labels?: Readonly<Record<string, string>>; value: number }[]
}

const states = ['waiting', 'running', 'dead'] as const

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
      help: 'Jobs of all instances: waiting (also for a later time), running and dead.',
      samples: states.map((state) => ({
        labels: { state },
        value: rows.find((row) => row.state === state)?.n ?? 0,
      })),
    },
    {
      type: 'gauge',
      name: 'jobs_oldest_due_seconds',
      help: 'How long the oldest due job has waited; 0 if none is due.',
      samples: [{ value: oldest === null ? 0 : (now - oldest) / 1000 }],
    },
    {
      type: 'gauge',
      name: 'jobs_unclaimed',
      help: 'Jobs that have been due for ten minutes and that no worker has claimed, by kind.',
      samples: (await listUnclaimedJobs(ctx)).map(({ name, n }) => ({ labels: { kind: name }, value: n })),
    },
  ]
}

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
      help: 'Mails in the outbox, without those already deleted.',
      samples: emailStates.map((state) => ({
        labels: { state },
        value: rows.find((row) => row.state === state)?.n ?? 0,
      })),
    },
    {
      type: 'gauge',
      name: 'mail_outage_seconds',
      help: 'How long the mail server has been refusing mail; 0 while it accepts mail.',
      samples: [{ value: outage ? (ctx.clock.now() - outage.since) / 1000 : 0 }],
    },
  ]
}

export async function readMailboxGauges(ctx: Ctx): Promise<Gauge[]> {
  const failure = (await findMailboxHealth(ctx))?.failure
  return [
    {
      type: 'gauge',
      name: 'mailbox_outage_seconds',
      help: 'How long the mailbox of IMAP_URL could not be read; 0 while it can, and without one.',
      samples: [{ value: failure ? (ctx.clock.now() - failure.since) / 1000 : 0 }],
    },
  ]
}

export function readShippingGauges(ctx: Pick<Ctx, 'shipState' | 'clock'>): Gauge[] {
  const state = ctx.shipState()
  if (!state) return []
  const gauge = (name: string, help: string, value: number): Gauge => ({
    type: 'gauge',
    name: `continuous_backup_${name}`,
    help,
    samples: [{ value }],
  })
  return [
    gauge('up', '1 while changes are shipped, 0 after a failed attempt.', state.failure ? 0 : 1),
    ...(state.upTo === null
      ? []
      : [
          gauge(
            'behind_seconds',
            'Seconds since the latest moment up to which everything has been shipped.',
            (ctx.clock.now() - state.upTo) / SECOND,
          ),
        ]),
    ...(state.lastAt === null
      ? []
      : [
          gauge(
            'last_segment_timestamp_seconds',
            'When something new was shipped last.',
            state.lastAt / SECOND,
          ),
        ]),
    gauge('shipped_bytes', 'Bytes shipped since the process began.', state.bytes),
  ]
}
