import type { Actor, Ctx } from './context.server.ts'
import { AppError } from './errors.ts'

/** Call it first in every admin verb, so that a route without its guard reveals nothing. */
export function requireActor(ctx: Pick<Ctx, 'actor'>): Actor {
  if (!ctx.actor) throw new AppError('unauthenticated', 'Please sign in.')
  return ctx.actor
}
