import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Gauge } from '#app/platform/gauge.ts'

/** How the continuous backup stands; nothing where there is none. */
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
    gauge(
      'up',
      '1 while what is stored is shipped, 0 while the newest try has failed.',
      state.failure ? 0 : 1,
    ),
    ...(state.upTo === null
      ? []
      : [
          gauge(
            'behind_seconds',
            'How long ago all that was stored had been shipped.',
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
