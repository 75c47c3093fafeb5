import type { Ctx } from '#app/platform/context.server.ts'

import { enqueue } from './enqueue.server.ts'
import type { Job } from './job.server.ts'

/** A job without a payload that runs once in each slot of `every` milliseconds, counted from the epoch plus `offset`. */
export type Schedule = {
  readonly name: string
  readonly every: number
  readonly offset?: number
  readonly job: Job<Record<string, never>>
}

/**
 * Returns the function that queues each schedule's present slot under an id made from its name and time: two processes,
 * or a restart, cannot run one slot twice, and a slot missed while no process ran is made up for at once.
 */
export function createScheduler(schedules: readonly Schedule[]): (ctx: Ctx) => Promise<void> {
  const lastQueued = new Map<string, string>()
  return async (ctx) => {
    for (const schedule of schedules) {
      const id = slotId(schedule, ctx.clock.now())
      if (lastQueued.get(schedule.name) === id) continue
      await enqueue(ctx, schedule.job, {}, { id })
      lastQueued.set(schedule.name, id)
    }
  }
}

/** For example `delete-old-jobs@2026-11-21T03:00:00.000Z`. */
export function slotId(schedule: Pick<Schedule, 'name' | 'every' | 'offset'>, now: number): string {
  return `${schedule.name}@${new Date(slotStart(schedule, now)).toISOString()}`
}

/** When the next slot begins, in milliseconds since the epoch. */
export function nextSlotAt(schedule: Pick<Schedule, 'every' | 'offset'>, now: number): number {
  return slotStart(schedule, now) + schedule.every
}

function slotStart({ every, offset = 0 }: Pick<Schedule, 'every' | 'offset'>, now: number): number {
  return Math.floor((now - offset) / every) * every + offset
}
