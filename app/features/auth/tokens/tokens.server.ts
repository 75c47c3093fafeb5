import { readableLine } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { DAY, MINUTE } from '#app/platform/clock.ts'
import type { Actor, Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { permissionsOf, type Role, rolesWithin } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { hashToken, newToken } from '../secret-token.server.ts'

import { MOST_TOKENS, TOKEN_NAME_MAX, TOKEN_PREFIX, tokenDays } from './token-limits.ts'

const SEEN_EVERY = MINUTE

/** Returns the member's unexpired tokens, newest first. */
export async function listTokens(ctx: Ctx) {
  const { memberId } = requireActor(ctx, 'account.read')
  return ctx.db
    .selectFrom('api_token')
    .select(['id', 'name', 'role', 'ends_with', 'created_at', 'expires_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export type ListedToken = Awaited<ReturnType<typeof listTokens>>[number]

type NewToken = { name: string; role: string; days: string }

/** Returns the new token; only its hash is stored. @throws {FieldErrors} by field. @throws {AppError} conflict. */
export async function createToken(ctx: Ctx, input: NewToken): Promise<{ token: string; name: string }> {
  const actor = requireActor(ctx, 'account.write')
  const { name, role, days } = parseToken(actor, input)
  const token = `${TOKEN_PREFIX}${newToken()}`
  const now = ctx.clock.now()
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `tokens of ${actor.memberId}`)
    await ctx.db.deleteFrom('api_token').where('expires_at', '<=', now).execute()
    if ((await listTokens(ctx)).length >= MOST_TOKENS)
      throw new AppError('conflict', `You already have ${MOST_TOKENS} tokens. Please revoke one first.`)
    const id = newId()
    await ctx.db
      .insertInto('api_token')
      .values({
        id,
        member_id: actor.memberId,
        name,
        role,
        token_hash: hashToken(token),
        ends_with: token.slice(-4),
        created_at: now,
        expires_at: now + days * DAY,
        last_used_at: null,
      })
      .execute()
    const subject = { id, title: name, path: '/admin/account' }
    await recordChange(ctx, { what: 'member.token_made', subject, values: { role: [null, role] } })
  })
  return { token, name }
}

function parseToken(actor: Actor, input: NewToken) {
  const name = readableLine(input.name)
  const role = rolesWithin(actor.role).find((each) => each === input.role)
  const days = tokenDays.find((each) => String(each) === input.days)
  if (!name) throw new FieldErrors({ tokenName: 'Please name what will use the token.' })
  if (name.length > TOKEN_NAME_MAX)
    throw new FieldErrors({ tokenName: `Please use at most ${TOKEN_NAME_MAX} characters.` })
  if (!role) throw new FieldErrors({ role: 'Please choose a role with no more rights than yours.' })
  if (!days) throw new FieldErrors({ days: 'Please choose how long the token is valid.' })
  return { name, role, days }
}

/** @throws {AppError} not-found, also for a token of another member. */
export async function revokeToken(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { memberId } = requireActor(ctx, 'account.write')
  await withTransaction(ctx, async (ctx) => {
    const revoked = await ctx.db
      .deleteFrom('api_token')
      .where('id', '=', id)
      .where('member_id', '=', memberId)
      .returning('name')
      .executeTakeFirst()
    if (!revoked) throw new AppError('not-found', 'There is no such token. It may have been revoked already.')
    const subject = { id, title: revoked.name, path: '/admin/account' }
    await recordChange(ctx, { what: 'member.token_revoked', subject })
  })
}

/** Returns the actor of a token, or null if it is unknown or expired or its member was removed. */
export async function findTokenActor(ctx: Ctx, token: string): Promise<Actor | null> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .selectFrom('api_token')
    .innerJoin('member', 'member.id', 'api_token.member_id')
    .select(['api_token.id', 'api_token.name as tokenName', 'api_token.role as tokenRole', 'last_used_at'])
    .select(['member.id as memberId', 'member.email', 'member.name', 'member.role'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  if (now - (row.last_used_at ?? 0) > SEEN_EVERY)
    await ctx.db.updateTable('api_token').set({ last_used_at: now }).where('id', '=', row.id).execute()
  return {
    memberId: row.memberId,
    email: row.email,
    name: row.name,
    sessionId: `token:${row.id}`,
    device: `Token “${row.tokenName}”`,
    ...limitsOf(row.tokenRole, row.role),
  }
}

/** Returns what both roles allow, because the member's role may have been lowered since the token was made. */
function limitsOf(tokenRole: Role, role: Role): Pick<Actor, 'role' | 'scopes'> {
  if (rolesWithin(role).includes(tokenRole)) return { role: tokenRole }
  return { role, scopes: permissionsOf[role].filter((each) => permissionsOf[tokenRole].includes(each)) }
}
