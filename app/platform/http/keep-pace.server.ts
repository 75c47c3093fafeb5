import type { Ctx } from '#app/platform/context.server.ts'
import { tooManyTries } from '#app/platform/throttle.server.ts'

/**
 * Counts a visitor's post before its body is read, so that reading many costs nobody anything.
 * @param from the visitor's address.
 * @throws {AppError} too-many past the pace.
 */
export function keepPace(ctx: Ctx, from: string): void {
  const wait = ctx.limits ? ctx.admission.posts(from) : 0
  if (wait > 0) throw tooManyTries(wait)
}
