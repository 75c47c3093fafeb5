import type { Actor, Ctx } from './context.server.ts'
import { AppError } from './errors.ts'

/** Every verb of the admin begins with it, so that a route without its guard still gives nothing away. */
export function requireActor(ctx: Pick<Ctx, 'actor'>): Actor {
  if (!ctx.actor) throw new AppError('unauthenticated', 'Please sign in.')
  return ctx.actor
}
