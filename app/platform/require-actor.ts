import type { Actor, Ctx } from './context.server.ts'
import { AppError } from './errors.ts'
import { may, type Permission } from './permissions.ts'

/** What the role allows and, where a token or an app acts, what it was given. */
export function actorMay({ role, scopes }: Actor, permission: Permission): boolean {
  return may(role, permission) && (scopes === undefined || scopes.includes(permission))
}

/**
 * Call it first in every admin verb, so that a route without its guard reveals nothing.
 * @throws {AppError} unauthenticated without a member, forbidden when the member's role lacks the permission.
 */
export function requireActor(ctx: Pick<Ctx, 'actor'>, permission: Permission): Actor {
  if (!ctx.actor) throw new AppError('unauthenticated', 'Please sign in.')
  const { role, scopes } = ctx.actor
  if (!may(role, permission))
    throw new AppError('forbidden', 'Your role does not allow this. An owner can change it under Team.')
  if (scopes && !scopes.includes(permission))
    throw new AppError('forbidden', `This token was not given the permission ${permission}.`)
  return ctx.actor
}
