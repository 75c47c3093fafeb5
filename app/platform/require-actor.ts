import type { Actor, Ctx } from './context.server.ts'
import { AppError } from './errors.ts'
import { may, type Permission } from './permissions.ts'

/** Whether the role, and the scopes of a token or app if there are any, include the permission. */
export function actorMay({ role, scopes }: Actor, permission: Permission): boolean {
  return may(role, permission) && (scopes === undefined || scopes.includes(permission))
}

/**
 * Call it first in every admin verb, so that a route without a guard reveals nothing.
 * @throws {AppError} unauthenticated without a member, forbidden if the role lacks the permission.
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
