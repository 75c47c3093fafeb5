import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Actor, Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { may } from '#app/platform/permissions.ts'

import { hashToken } from '../secret-token.server.ts'

import { appAuthor, appDevice } from './app-log.server.ts'
import { ownResource } from './own-addresses.ts'
import { permissionsIn } from './scopes.ts'

const SEEN_EVERY = MINUTE
const SESSION = 'app:'

/** Returns whether the actor is a connected app, which could ask its member for more permissions. */
export function isApp({ sessionId }: Actor): boolean {
  return sessionId.startsWith(SESSION)
}

/** Returns the actor of an access token, or null if it is unknown, expired or for another server, or if the member was removed. */
export async function findAppActor(ctx: Ctx, token: string): Promise<Actor | null> {
  const now = ctx.clock.now()
  const row = await ctx.db
    .selectFrom('oauth_token')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
    .innerJoin('oauth_client', 'oauth_client.id', 'oauth_grant.client_id')
    .innerJoin('member', 'member.id', 'oauth_grant.member_id')
    .select(['oauth_grant.id', 'scopes', 'resource', 'last_used_at', 'oauth_client.name as app'])
    .select(['member.id as memberId', 'member.email', 'member.name', 'member.role'])
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', 'access')
    .where('oauth_token.expires_at', '>', now)
    .where('oauth_grant.expires_at', '>', now)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { publicUrl } = await ctx.site(ctx)
  if (ownResource(publicUrl, row.resource) === null) return null
  if (row.last_used_at === null || now - row.last_used_at > SEEN_EVERY)
    await ctx.db.updateTable('oauth_grant').set({ last_used_at: now }).where('id', '=', row.id).execute()
  return {
    memberId: row.memberId,
    email: row.email,
    name: row.name,
    role: row.role,
    sessionId: `${SESSION}${row.id}`,
    device: appDevice(row.app),
    scopes: permissionsIn(row.scopes).filter((scope) => may(row.role, scope)),
  }
}

type Revocation = { clientId: string; token: string }

/** Ends an access token, or the whole connection for a refresh token (RFC 7009). Ignores unknown tokens. */
export async function revokeAppToken(ctx: Ctx, { clientId, token }: Revocation): Promise<void> {
  const hash = hashToken(token)
  await withTransaction(ctx, async (ctx) => {
    const found = await ctx.db
      .selectFrom('oauth_token')
      .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
      .select(['oauth_grant.id', 'kind'])
      .where('token_hash', '=', hash)
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    if (!found) return
    if (found.kind === 'access') {
      await ctx.db.deleteFrom('oauth_token').where('token_hash', '=', hash).execute()
      return
    }
    const { by, title } = await appAuthor(ctx, found.id)
    const gone = await ctx.db
      .deleteFrom('oauth_grant')
      .where('id', '=', found.id)
      .returning('id')
      .executeTakeFirst()
    if (!gone) return
    const subject = { id: found.id, title, path: '/admin/account' }
    await recordChange(ctx, { what: 'member.app_disconnected', subject, by })
  })
}
