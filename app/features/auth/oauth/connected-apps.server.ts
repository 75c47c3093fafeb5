import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { may, type Permission } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { hashToken, newToken } from '../secret-token.server.ts'

import { CODE_LASTS } from './oauth-limits.ts'
import { hostOf, readRedirectUris } from './redirect-uri.ts'
import { permissionsIn } from './scopes.ts'

type Asked = {
  clientId: string
  redirectUri: string
  challenge: string
  resource: string
  scopes: readonly Permission[]
}

/** Returns the code that an app exchanges for tokens; only its hash is stored. @throws {FieldErrors} scope */
export async function authorizeApp(ctx: Ctx, asked: Asked): Promise<string> {
  const { memberId, role, sessionId } = requireActor(ctx, 'account.write')
  const scopes = asked.scopes.filter((scope) => may(role, scope))
  if (scopes.length === 0)
    throw new FieldErrors({ scope: 'Please choose what the app may do, or refuse it.' })
  const code = newToken()
  const now = ctx.clock.now()
  await withTransaction(ctx, async (ctx) => {
    // The session may have ended since the request began.
    const session = await ctx.db
      .updateTable('session')
      .set((row) => ({ id: row.ref('id') }))
      .where('id', '=', sessionId)
      .returning('id')
      .executeTakeFirst()
    if (!session) throw new AppError('unauthenticated', 'Please sign in.')
    const used = await ctx.db
      .updateTable('oauth_client')
      .set({ used_at: now })
      .where('id', '=', asked.clientId)
      .returning('id')
      .executeTakeFirst()
    if (!used) throw new AppError('not-found', 'This app is no longer registered here.')
    await ctx.db
      .insertInto('oauth_code')
      .values({
        code_hash: hashToken(code),
        client_id: asked.clientId,
        member_id: memberId,
        redirect_uri: asked.redirectUri,
        challenge: asked.challenge,
        scopes: scopes.join(' '),
        resource: asked.resource,
        expires_at: now + CODE_LASTS,
        grant_id: null,
      })
      .execute()
  })
  return code
}

export async function listApps(ctx: Ctx) {
  const { memberId, role } = requireActor(ctx, 'account.read')
  const rows = await ctx.db
    .selectFrom('oauth_grant')
    .innerJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
    .select(['oauth_grant.id', 'name', 'redirect_uris', 'scopes', 'expires_at', 'last_used_at'])
    .select('oauth_grant.created_at')
    .where('member_id', '=', memberId)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('oauth_grant.created_at', 'desc')
    .orderBy('oauth_grant.id', 'desc')
    .execute()
  return rows.map(({ redirect_uris, scopes, ...app }) => ({
    ...app,
    hosts: [...new Set(readRedirectUris(redirect_uris).map(hostOf))],
    scopes: permissionsIn(scopes).filter((scope) => may(role, scope)),
  }))
}

export type ListedApp = Awaited<ReturnType<typeof listApps>>[number]

/** Ends the app's connection and its tokens. @throws {AppError} not-found, also for an app of another member. */
export async function disconnectApp(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { memberId } = requireActor(ctx, 'account.write')
  await withTransaction(ctx, async (ctx) => {
    const app = await ctx.db
      .selectFrom('oauth_grant')
      .innerJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
      .select('name')
      .where('oauth_grant.id', '=', id)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!app) throw new AppError('not-found', 'There is no such app. It may have been disconnected already.')
    const gone = await ctx.db
      .deleteFrom('oauth_grant')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!gone) return
    const subject = { id, title: app.name, path: '/admin/account' }
    await recordChange(ctx, { what: 'member.app_disconnected', subject })
  })
}
