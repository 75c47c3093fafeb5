import { createUsage, type UsageLimits } from './usage.server.ts'

export type WorkSlots = {
  /**
   * Runs work when a slot is free, first come, first served.
   * @param from the visitor's address; null for work of the software itself.
   * @throws {AppError} too-many or unavailable where too much of it waits already.
   */
  run<Result>(from: string | null, work: () => Promise<Result>): Promise<Result>
}

/** Bounds work that takes a core or much memory: `atOnce` runs, and no more than `limits` runs or waits. */
export function createWorkSlots({ atOnce, limits }: { atOnce: number; limits: UsageLimits }): WorkSlots {
  const usage = createUsage(limits)
  const waiting: (() => void)[] = []
  let running = 0

  async function untilFree(): Promise<void> {
    if (running < atOnce) running += 1
    // Whoever is done hands its slot on.
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  return {
    async run(from, work) {
      const leave = usage.take(from)
      try {
        await untilFree()
        try {
          return await work()
        } finally {
          const next = waiting.shift()
          if (next) next()
          else running -= 1
        }
      } finally {
        leave()
      }
    },
  }
}
