import { expect, test } from 'vitest'

import { endAccess } from '#app/features/auth/store-password.server.ts'
import { removeMember } from '#app/features/auth/team/change-member.server.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#app/platform/clock.ts'
import type { Role } from '#app/platform/permissions.ts'
import { allowApp, challenge, connectApp, redirectUri, verifier } from '#tests/factories/connected-app.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'

import { findAppActor, revokeAppToken } from './app-actor.server.ts'
import { exchangeCode, refreshAccess } from './app-tokens.server.ts'
import { authorizeApp, disconnectApp, listApps } from './connected-apps.server.ts'
import { deleteEnded } from './delete-ended-access.job.server.ts'

async function member(role: Role = 'sales') {
  const ctx = await createTestCtx()
  const { id: ownerId } = await createTestOwner(ctx)
  const { actor } = await createTestMember(ctx, { role, name: 'Mia' })
  return {
    ctx: asOwner(ctx, actor),
    actor,
    owner: asOwner(ctx, { ...testActor, memberId: ownerId }),
  }
}

const invalidGrant = { code: 'invalid_grant' }
const none = { resource: null, scopes: [] }

test('an app acts for its member within what it was allowed, and the log names both', async () => {
  const { ctx, actor } = await member()
  const { accessToken, scope, seconds } = await connectApp(ctx, { scopes: ['leads.read', 'content.write'] })
  expect({ scope, seconds }).toEqual({ scope: 'leads.read', seconds: 3600 })
  expect(await findAppActor(ctx, accessToken)).toMatchObject({
    memberId: actor.memberId,
    role: 'sales',
    scopes: ['leads.read'],
    device: 'App “Claude”',
  })
  const entries = await ctx.db
    .selectFrom('audit_entry')
    .select(['actor_email', 'actor_name', 'device', 'subject_title'])
    .where('kind', '=', 'member.app_connected')
    .execute()
  const device = 'App “Claude”'
  expect(entries).toEqual([{ actor_email: actor.email, actor_name: 'Mia', device, subject_title: 'Claude' }])
  expect(await listApps(ctx)).toMatchObject([
    { name: 'Claude', scopes: ['leads.read'], hosts: ['this computer'], last_used_at: ctx.clock.now() },
  ])
})

test('only hashes of codes and tokens are stored', async () => {
  const { ctx } = await member()
  const { code, accessToken, refreshToken } = await connectApp(ctx)
  const stored = JSON.stringify([
    await ctx.db.selectFrom('oauth_code').selectAll().execute(),
    await ctx.db.selectFrom('oauth_token').selectAll().execute(),
    await ctx.db.selectFrom('oauth_grant').selectAll().execute(),
  ])
  for (const secret of [code, accessToken, refreshToken]) expect(stored).not.toContain(secret.slice(-43))
})

test.each([
  ['another verifier', { verifier: 'another-verifier-of-forty-three-characters-x' }],
  ['another redirect URI', { redirectUri: 'http://127.0.0.1:5174/callback' }],
  ['another resource', { resource: 'http://localhost:3000/api/v1' }],
])('a code with %s gives nothing, and is used up', async (_what, other) => {
  const { ctx } = await member()
  const allowed = await allowApp(ctx)
  await expect(exchangeCode(ctx, { ...allowed, ...other })).rejects.toMatchObject(invalidGrant)
  await expect(exchangeCode(ctx, allowed)).rejects.toMatchObject(invalidGrant)
  expect(await listApps(ctx)).toEqual([])
})

test('a code is for its app alone, and for a minute', async () => {
  const { ctx } = await member()
  const { clientId } = await allowApp(ctx)
  const allowed = await allowApp(ctx)
  await expect(exchangeCode(ctx, { ...allowed, clientId })).rejects.toMatchObject(invalidGrant)
  ctx.clock.advance(60 * SECOND)
  await expect(exchangeCode(ctx, allowed)).rejects.toMatchObject(invalidGrant)
})

test('a code that is shown twice ends what came of it', async () => {
  const { ctx, actor } = await member()
  const connected = await connectApp(ctx)
  await expect(exchangeCode(ctx, connected)).rejects.toMatchObject(invalidGrant)
  expect(await findAppActor(ctx, connected.accessToken)).toBeNull()
  const refresh = { ...connected, ...none }
  await expect(refreshAccess(ctx, refresh)).rejects.toMatchObject(invalidGrant)
  const entries = await ctx.db
    .selectFrom('audit_entry')
    .select(['actor', 'subject_title'])
    .where('kind', '=', 'member.app_cut_off')
    .execute()
  expect(entries).toEqual([{ actor: 'system', subject_title: `Claude, connected by ${actor.email}` }])
})

test('of two concurrent uses of a code one gets tokens, which are then revoked', async () => {
  const { ctx } = await member()
  const allowed = await allowApp(ctx)
  const both = await Promise.allSettled([exchangeCode(ctx, allowed), exchangeCode(ctx, allowed)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await listApps(ctx)).toEqual([])
})

test('a refresh token gives new ones once, and shown again it ends the connection', async () => {
  const { ctx } = await member()
  const first = await connectApp(ctx)
  ctx.clock.advance(HOUR)
  expect(await findAppActor(ctx, first.accessToken)).toBeNull()
  const second = await refreshAccess(ctx, { ...first, ...none })
  expect(await findAppActor(ctx, second.accessToken)).not.toBeNull()
  const again = { ...first, ...none }
  await expect(refreshAccess(ctx, again)).rejects.toMatchObject(invalidGrant)
  expect(await findAppActor(ctx, second.accessToken)).toBeNull()
  const next = { ...none, clientId: first.clientId, refreshToken: second.refreshToken }
  await expect(refreshAccess(ctx, next)).rejects.toMatchObject(invalidGrant)
})

test('a connection ends after a year, however often it is refreshed', async () => {
  const { ctx } = await member()
  let { clientId, refreshToken } = await connectApp(ctx)
  const refreshAfter = async (days: number) => {
    ctx.clock.advance(days * DAY)
    ;({ refreshToken } = await refreshAccess(ctx, { ...none, clientId, refreshToken }))
  }
  for (let days = 0; days < 364; days += 28) await refreshAfter(28)
  await expect(refreshAfter(1)).rejects.toMatchObject(invalidGrant)
})

test('of two concurrent refreshes one gets tokens, which are then revoked', async () => {
  const { ctx } = await member()
  const asked = { ...(await connectApp(ctx)), ...none }
  const both = await Promise.allSettled([refreshAccess(ctx, asked), refreshAccess(ctx, asked)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await ctx.db.selectFrom('oauth_token').selectAll().execute()).toEqual([])
})

test('a refresh token is nothing to another app, and asks for no more than the member allowed', async () => {
  const { ctx } = await member()
  const { clientId: other } = await allowApp(ctx)
  const connected = { ...(await connectApp(ctx)), ...none }
  await expect(refreshAccess(ctx, { ...connected, clientId: other })).rejects.toMatchObject(invalidGrant)
  const more = { ...connected, scopes: ['leads.read', 'mail.write'] }
  await expect(refreshAccess(ctx, more)).rejects.toMatchObject({ code: 'invalid_scope' })
  const elsewhere = { ...connected, resource: 'http://localhost:3000/api/v1' }
  await expect(refreshAccess(ctx, elsewhere)).rejects.toMatchObject({ code: 'invalid_target' })
  expect(await refreshAccess(ctx, { ...connected, scopes: ['leads.read'] })).toMatchObject({
    scope: 'leads.read leads.write',
  })
})

test('a connection is refreshed 60 times an hour', async () => {
  const { ctx } = await member()
  const { clientId, ...first } = await connectApp(ctx)
  let { refreshToken } = first
  for (let n = 0; n < 60; n += 1)
    ({ refreshToken } = await refreshAccess(ctx, { ...none, clientId, refreshToken }))
  const asked = { ...none, clientId, refreshToken }
  await expect(refreshAccess(ctx, asked)).rejects.toMatchObject({ code: 'too-many' })
  ctx.clock.advance(HOUR)
  expect(await refreshAccess(ctx, asked)).toMatchObject({ scope: 'leads.read leads.write' })
})

test('access and refresh tokens are not interchangeable', async () => {
  const { ctx } = await member()
  const connected = { ...(await connectApp(ctx)), ...none }
  expect(await findAppActor(ctx, connected.refreshToken)).toBeNull()
  const swapped = { ...connected, refreshToken: connected.accessToken }
  await expect(refreshAccess(ctx, swapped)).rejects.toMatchObject(invalidGrant)
})

test('an app loses a permission at once when its member does', async () => {
  const { ctx, actor } = await member()
  const { accessToken } = await connectApp(ctx, { scopes: ['leads.read', 'content.read'] })
  await ctx.db.updateTable('member').set({ role: 'editor' }).where('id', '=', actor.memberId).execute()
  expect(await findAppActor(ctx, accessToken)).toMatchObject({ role: 'editor', scopes: ['content.read'] })
})

test('a token of another address is refused', async () => {
  const { ctx } = await member()
  const { accessToken } = await connectApp(ctx, { resource: 'https://other.example/mcp' })
  expect(await findAppActor(ctx, accessToken)).toBeNull()
})

test('an app that is connected anew replaces itself', async () => {
  const { ctx } = await member()
  const first = await connectApp(ctx)
  const { clientId, resource } = first
  const code = await authorizeApp(ctx, { clientId, redirectUri, challenge, resource, scopes: ['leads.read'] })
  const second = await exchangeCode(ctx, { clientId, code, redirectUri, verifier, resource })
  expect(await findAppActor(ctx, first.accessToken)).toBeNull()
  expect(await findAppActor(ctx, second.accessToken)).not.toBeNull()
  expect(await listApps(ctx)).toHaveLength(1)
})

test('revoking a refresh token ends the connection, and no app revokes another’s', async () => {
  const { ctx } = await member()
  const { clientId: other } = await allowApp(ctx)
  const { clientId, accessToken, refreshToken } = await connectApp(ctx)
  await revokeAppToken(ctx, { clientId: other, token: refreshToken })
  await revokeAppToken(ctx, { clientId, token: 'unknown' })
  expect(await findAppActor(ctx, accessToken)).not.toBeNull()
  await revokeAppToken(ctx, { clientId, token: accessToken })
  expect(await findAppActor(ctx, accessToken)).toBeNull()
  await revokeAppToken(ctx, { clientId, token: refreshToken })
  expect(await listApps(ctx)).toEqual([])
})

test('a member disconnects an app, nobody else does, and it ends with its member', async () => {
  const { ctx, owner, actor } = await member()
  const first = await connectApp(ctx)
  const [app] = await listApps(ctx)
  const id = app?.id ?? ''
  await expect(disconnectApp(owner, { id })).rejects.toMatchObject({ code: 'not-found' })
  await disconnectApp(ctx, { id })
  expect(await findAppActor(ctx, first.accessToken)).toBeNull()
  const second = await connectApp(ctx)
  await removeMember(owner, { id: actor.memberId })
  expect(await findAppActor(ctx, second.accessToken)).toBeNull()
  expect(await ctx.db.selectFrom('oauth_token').selectAll().execute()).toEqual([])
})

test('expired codes and tokens are deleted, and so are apps that nobody connected', async () => {
  const { ctx } = await member()
  const count = async (table: 'oauth_client' | 'oauth_code' | 'oauth_grant' | 'oauth_token') =>
    (await ctx.db.selectFrom(table).selectAll().execute()).length
  await connectApp(ctx)
  await connectApp(ctx)
  await ctx.db
    .updateTable('oauth_client')
    .set({ used_at: null })
    .where('id', 'in', ctx.db.selectFrom('oauth_grant').select('client_id').orderBy('id').limit(1))
    .execute()
  ctx.clock.advance(HOUR)
  await deleteEnded(ctx)
  expect([await count('oauth_code'), await count('oauth_token')]).toEqual([2, 2])
  ctx.clock.advance(DAY + MINUTE)
  await deleteEnded(ctx)
  expect([await count('oauth_client'), await count('oauth_code'), await count('oauth_grant')]).toEqual([
    1, 0, 1,
  ])
  ctx.clock.advance(30 * DAY)
  await deleteEnded(ctx)
  expect([await count('oauth_client'), await count('oauth_grant')]).toEqual([1, 0])
  ctx.clock.advance(365 * DAY)
  await deleteEnded(ctx)
  expect(await count('oauth_client')).toBe(0)
})

test('a refresh token that is shown again ends the connection, however often was refreshed since', async () => {
  const { ctx } = await member()
  const { clientId, refreshToken } = await connectApp(ctx)
  const refresh = (token: string) =>
    refreshAccess(ctx, { clientId, refreshToken: token, resource: null, scopes: [] })
  let latest = refreshToken
  for (let each = 0; each < 60; each += 1) latest = (await refresh(latest)).refreshToken
  await expect(refresh(latest)).rejects.toMatchObject({ code: 'too-many' })
  await expect(refresh(refreshToken)).rejects.toThrow('refresh token')
  expect(await ctx.db.selectFrom('oauth_grant').select('id').execute()).toEqual([])
})

test('without a session no app is allowed, and a new password ends what is under way', async () => {
  const { ctx, actor } = await member()
  const { clientId, code, resource } = await allowApp(ctx)
  await connectApp(ctx)
  await endAccess(ctx, actor.memberId, actor.sessionId)
  await expect(exchangeCode(ctx, { clientId, code, redirectUri, verifier, resource })).rejects.toThrow()
  expect(await listApps(ctx)).toHaveLength(1)
  await endAccess(ctx, actor.memberId)
  expect(await listApps(ctx)).toEqual([])
  const again = authorizeApp(ctx, { clientId, redirectUri, challenge, resource, scopes: ['leads.read'] })
  await expect(again).rejects.toMatchObject({ code: 'unauthenticated' })
})
