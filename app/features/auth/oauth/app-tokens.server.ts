import { createHash } from 'node:crypto'

import { OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { countAgainst, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { notifyOwner } from '../notify-owner.server.ts'
import { hashToken, newToken } from '../secret-token.server.ts'

import { appAuthor, cutOff } from './app-log.server.ts'
import {
  ACCESS_LASTS,
  ACCESS_PREFIX,
  CONNECTION_LASTS,
  REFRESH_LASTS,
  REFRESH_PREFIX,
} from './oauth-limits.ts'

/** Bounds the number of used refresh tokens, which are kept so that a second use is noticed. */
const perConnection: ThrottleRule = { name: 'oauth-refresh', limit: 60, windowMs: HOUR }

export type Access = { accessToken: string; refreshToken: string; scope: string; seconds: number }

type Exchange = {
  clientId: string
  code: string
  redirectUri: string
  verifier: string
  /** In the form that `ownResource` returns; null if the app named none. */
  resource: string | null
}

/** Exchanges a code for tokens, once. A second use ends the connection of the first. @throws {OAuthError} */
export async function exchangeCode(ctx: Ctx, asked: Exchange): Promise<Access> {
  // The refusal is thrown after the commit, because the code must stay used.
  const access = await withTransaction(ctx, async (ctx) => {
    const code = await takeCode(ctx, asked)
    if (!code || !fits(code, asked)) return null
    await ctx.engine.lockUntilCommit(ctx.db, `oauth grant ${code.client_id} ${code.member_id}`)
    await ctx.db
      .deleteFrom('oauth_grant')
      .where('client_id', '=', code.client_id)
      .where('member_id', '=', code.member_id)
      .execute()
    const now = ctx.clock.now()
    const grant = { id: code.grantId, scopes: code.scopes, expires_at: now + CONNECTION_LASTS }
    await ctx.db
      .insertInto('oauth_grant')
      .values({
        ...grant,
        client_id: code.client_id,
        member_id: code.member_id,
        resource: code.resource,
        created_at: now,
        last_used_at: null,
      })
      .execute()
    const { by, title } = await appAuthor(ctx, grant.id)
    const subject = { id: grant.id, title, path: '/admin/account' }
    const values = { scopes: [null, grant.scopes] } as const
    await recordChange(ctx, { what: 'member.app_connected', subject, values, by })
    await notifyOwner(ctx, code.member_id, { change: 'app-connected' })
    return issueTokens(ctx, grant)
  })
  if (!access) throw invalidGrant('code')
  return access
}

type Code = { redirect_uri: string; challenge: string; resource: string }

async function takeCode(ctx: Ctx, { code, clientId }: Exchange) {
  const grantId = newId()
  const taken = await ctx.db
    .updateTable('oauth_code')
    .set({ grant_id: grantId })
    .where('code_hash', '=', hashToken(code))
    .where('client_id', '=', clientId)
    .where('grant_id', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .returning(['client_id', 'member_id', 'redirect_uri', 'challenge', 'scopes', 'resource'])
    .executeTakeFirst()
  if (taken) return { ...taken, grantId }
  const used = await ctx.db
    .selectFrom('oauth_code')
    .select('grant_id')
    .where('code_hash', '=', hashToken(code))
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (used?.grant_id) await cutOff(ctx, used.grant_id)
  return null
}

function fits(code: Code, { redirectUri, verifier, resource }: Exchange): boolean {
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const isFor = resource === null || resource === code.resource
  return isFor && code.redirect_uri === redirectUri && code.challenge === challenge
}

type Refresh = { clientId: string; refreshToken: string; resource: string | null; scopes: readonly string[] }

/** Exchanges a refresh token for new tokens, once. A second use ends the connection. @throws {OAuthError} */
export async function refreshAccess(ctx: Ctx, asked: Refresh): Promise<Access> {
  const hash = hashToken(asked.refreshToken)
  const refreshed = await withTransaction(ctx, async (ctx) => {
    const grant = await ctx.db
      .selectFrom('oauth_token')
      .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
      .select(['oauth_grant.id', 'scopes', 'resource', 'oauth_grant.expires_at'])
      .where('token_hash', '=', hash)
      .where('kind', '=', 'refresh')
      .where('client_id', '=', asked.clientId)
      .executeTakeFirst()
    if (!grant) return null
    if (asked.resource !== null && asked.resource !== grant.resource) return OAuthErrorCode.InvalidTarget
    const granted = grant.scopes.split(' ')
    if (!asked.scopes.every((scope) => granted.includes(scope))) return OAuthErrorCode.InvalidScope
    // Locks the connection before its token, as disconnecting does, to avoid a deadlock.
    const held = await ctx.db
      .updateTable('oauth_grant')
      .set((row) => ({ id: row.ref('id') }))
      .where('id', '=', grant.id)
      .returning('id')
      .executeTakeFirst()
    if (!held) return null
    const now = ctx.clock.now()
    const taken = await ctx.db
      .updateTable('oauth_token')
      .set({ used_at: now })
      .where('token_hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('token_hash')
      .executeTakeFirst()
    if (taken) {
      await countAgainst(ctx, perConnection, grant.id)
      return issueTokens(ctx, grant)
    }
    const token = await ctx.db
      .selectFrom('oauth_token')
      .select('used_at')
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    if (token && token.used_at !== null) await cutOff(ctx, grant.id)
    return null
  })
  if (refreshed === null) throw invalidGrant('refresh token')
  if (typeof refreshed === 'string')
    throw new OAuthError(
      refreshed,
      'The member was not asked to allow this. Please let them connect the app again.',
    )
  return refreshed
}

async function issueTokens(
  ctx: Ctx,
  grant: { id: string; scopes: string; expires_at: number },
): Promise<Access> {
  const now = ctx.clock.now()
  const accessToken = `${ACCESS_PREFIX}${newToken()}`
  const refreshToken = `${REFRESH_PREFIX}${newToken()}`
  const row = { grant_id: grant.id, used_at: null }
  await ctx.db
    .deleteFrom('oauth_token')
    .where('grant_id', '=', grant.id)
    .where('expires_at', '<=', now)
    .execute()
  await ctx.db
    .insertInto('oauth_token')
    .values([
      { ...row, kind: 'access', token_hash: hashToken(accessToken), expires_at: now + ACCESS_LASTS },
      {
        ...row,
        kind: 'refresh',
        token_hash: hashToken(refreshToken),
        expires_at: Math.min(now + REFRESH_LASTS, grant.expires_at),
      },
    ])
    .execute()
  return { accessToken, refreshToken, scope: grant.scopes, seconds: ACCESS_LASTS / 1000 }
}

function invalidGrant(what: string): OAuthError {
  return new OAuthError(
    OAuthErrorCode.InvalidGrant,
    `This ${what} is unknown, was already used, has expired or belongs to another app.`,
  )
}
