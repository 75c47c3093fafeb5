import type { FoundEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { dearestCost, reserveWithinCaps } from '#app/features/ai/spending/spend-within-caps.server.ts'
import type { SpendingLimits } from '#app/features/ai/spending/spending-limits.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

export type Purse = {
  /** Returns millionths of a dollar, in addition to the reservation for the first call of the reply. */
  reserved(): number
  /** Reserves the cost of another call with this many characters. Returns false if a cap forbids the call. */
  payFor(characters: number): Promise<boolean>
}

export function createPurse(ctx: Ctx, found: FoundEndpoints, limits: SpendingLimits): Purse {
  let reserved = 0
  return {
    reserved: () => reserved,
    async payFor(characters) {
      const micros = dearestCost(ctx, found, limits, { length: characters, turns: [] })
      try {
        await reserveWithinCaps(ctx, limits, micros)
      } catch (error) {
        if (error instanceof AppError && error.code === 'unavailable') return false
        throw error
      }
      reserved += micros
      return true
    },
  }
}
