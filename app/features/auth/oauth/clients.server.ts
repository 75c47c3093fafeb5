import { OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'

import { readableLine, visibleText } from '#app/lib/readable-text.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { countAddress, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { APP_NAME_MAX, MOST_REDIRECTS, MOST_UNUSED_CLIENTS } from './oauth-limits.ts'
import { faultOfRedirectUri, readRedirectUris, redirectUris } from './redirect-uri.ts'

const perAddress: ThrottleRule = { name: 'oauth-register', limit: 20, windowMs: HOUR }

const metadata = z.object({
  redirect_uris: redirectUris,
  client_name: z.string().max(1000).optional(),
  grant_types: z.array(z.string()).max(20).optional(),
  response_types: z.array(z.string()).max(20).optional(),
})

export type OauthClient = { id: string; name: string; redirectUris: readonly string[] }

/** Registers an app; anybody may do so (RFC 7591). It has no access until a member connects it. @throws {OAuthError} */
export async function registerClient(
  ctx: Ctx,
  { sent, clientAddress }: { sent: unknown; clientAddress: string },
): Promise<OauthClient & { createdAt: number }> {
  await countAddress(ctx, perAddress, clientAddress)
  const { name, uris } = parseMetadata(sent)
  const client = { id: newId(), name, redirectUris: uris, createdAt: ctx.clock.now() }
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'oauth clients')
    await makeRoom(ctx)
    await ctx.db
      .insertInto('oauth_client')
      .values({
        id: client.id,
        name,
        redirect_uris: JSON.stringify(uris),
        created_at: client.createdAt,
        used_at: null,
      })
      .execute()
  })
  return client
}

function parseMetadata(sent: unknown): { name: string; uris: string[] } {
  const parsed = metadata.safeParse(sent)
  if (!parsed.success)
    throw new OAuthError(
      parsed.error.issues.some(({ path }) => path[0] === 'redirect_uris')
        ? OAuthErrorCode.InvalidRedirectUri
        : OAuthErrorCode.InvalidClientMetadata,
      `Please send 1 to ${MOST_REDIRECTS} redirect_uris, and the other fields as RFC 7591 describes them.`,
    )
  const { redirect_uris: uris, grant_types, response_types } = parsed.data
  for (const uri of uris) {
    const fault = faultOfRedirectUri(uri)
    if (fault !== null) throw new OAuthError(OAuthErrorCode.InvalidRedirectUri, fault)
  }
  if (grant_types?.includes('authorization_code') === false || response_types?.includes('code') === false)
    throw new OAuthError(
      OAuthErrorCode.InvalidClientMetadata,
      'Apps can only be connected with an authorization code.',
    )
  return { name: nameOf(parsed.data.client_name), uris: [...new Set(uris)] }
}

/** Removes `@`, because the name is shown to members and kept in the audit log, which must not contain addresses. */
function nameOf(given: string | undefined): string {
  const line = given === undefined ? null : readableLine(visibleText(given).replaceAll('@', ' '))
  return (
    line
      ?.slice(0, APP_NAME_MAX)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim() || 'An app without a name'
  )
}

async function makeRoom(ctx: Ctx): Promise<void> {
  const surplus = await ctx.db
    .selectFrom('oauth_client')
    .select('id')
    .where('used_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .offset(MOST_UNUSED_CLIENTS - 1)
    .execute()
  if (surplus.length === 0) return
  await ctx.db
    .deleteFrom('oauth_client')
    .where('used_at', 'is', null)
    .where(
      'id',
      'in',
      surplus.map(({ id }) => id),
    )
    .execute()
}

const ID = /^[\w-]{1,64}$/

export async function findClient(ctx: Ctx, id: string): Promise<OauthClient | null> {
  if (!ID.test(id)) return null
  const row = await ctx.db
    .selectFrom('oauth_client')
    .select(['id', 'name', 'redirect_uris'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { id: row.id, name: row.name, redirectUris: readRedirectUris(row.redirect_uris) } : null
}
