import type { Ctx } from '#app/platform/context.server.ts'

import { enqueue } from './enqueue.server.ts'
import type { Job } from './job.server.ts'

/** Runs once in each slot of `every` milliseconds, counted from the epoch plus `offset`. */
export type Schedule = {
  readonly name: string
  readonly every: number
  readonly offset?: number
  readonly job: Job<Record<string, never>>
}

/** The job's id contains name and time of the slot, so that no slot runs twice. A missed slot is run later. */
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

export function nextSlotAt(schedule: Pick<Schedule, 'every' | 'offset'>, now: number): number {
  return slotStart(schedule, now) + schedule.every
}

function slotStart({ every, offset = 0 }: Pick<Schedule, 'every' | 'offset'>, now: number): number {
  return Math.floor((now - offset) / every) * every + offset
}
