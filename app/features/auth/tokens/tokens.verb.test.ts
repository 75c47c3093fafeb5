import { expect, test } from 'vitest'

import { removeMember } from '#app/features/auth/team/change-member.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, testActor } from '#tests/support/test-ctx.ts'

import { createToken, findTokenActor, listTokens, revokeToken } from './tokens.server.ts'

async function salesMember() {
  const ctx = await createTestCtx()
  const { id: ownerId } = await createTestOwner(ctx)
  const { actor } = await createTestMember(ctx, { role: 'sales' })
  const owner = asOwner(ctx, { ...testActor, memberId: ownerId })
  return { ctx: asOwner(ctx, actor), owner, actor }
}

const asked = { name: 'Reports', role: 'sales', days: '30' }

test('a token acts for its member, and its name stands where a session names its device', async () => {
  const { ctx, actor } = await salesMember()
  const { token } = await createToken(ctx, { ...asked, role: 'viewer' })
  expect(await findTokenActor(ctx, token)).toMatchObject({
    memberId: actor.memberId,
    role: 'viewer',
    device: 'Token “Reports”',
  })
  const [listed] = await listTokens(ctx)
  expect(listed).toMatchObject({ name: 'Reports', ends_with: token.slice(-4), last_used_at: ctx.clock.now() })
  expect(await findTokenActor(ctx, `${token}x`)).toBeNull()
})

test('only a hash of the token is stored', async () => {
  const { ctx } = await salesMember()
  const { token } = await createToken(ctx, asked)
  const rows = await ctx.db.selectFrom('api_token').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token.slice(6))
})

test.each([
  ['more than the member may', { ...asked, role: 'owner' }, 'role'],
  ['a role that reads what the member may not', { ...asked, role: 'editor' }, 'role'],
  ['an unknown role', { ...asked, role: 'root' }, 'role'],
  ['no name', { ...asked, name: ' ' }, 'tokenName'],
  ['a name that is too long', { ...asked, name: 'x'.repeat(61) }, 'tokenName'],
  ['no end', { ...asked, days: '' }, 'days'],
])('a token with %s is refused at its field', async (_what, input, field) => {
  const { ctx } = await salesMember()
  await expect(createToken(ctx, input)).rejects.toMatchObject({ fields: { [field]: expect.any(String) } })
  expect(await listTokens(ctx)).toEqual([])
})

test('a token ends on its day, when it is revoked and with its member', async () => {
  const { ctx, owner, actor } = await salesMember()
  const { token: first } = await createToken(ctx, asked)
  ctx.clock.advance(30 * DAY)
  expect(await findTokenActor(ctx, first)).toBeNull()

  const { token: second } = await createToken(ctx, asked)
  const [listed] = await listTokens(ctx)
  await revokeToken(ctx, { id: listed?.id ?? '' })
  expect(await findTokenActor(ctx, second)).toBeNull()

  const { token: third } = await createToken(ctx, asked)
  await removeMember(owner, { id: actor.memberId })
  expect(await findTokenActor(ctx, third)).toBeNull()
  expect(await ctx.db.selectFrom('api_token').selectAll().execute()).toEqual([])
})

test('nobody revokes a token of somebody else', async () => {
  const { ctx, owner } = await salesMember()
  await createToken(ctx, asked)
  const [listed] = await listTokens(ctx)
  await expect(revokeToken(owner, { id: listed?.id ?? '' })).rejects.toMatchObject({ code: 'not-found' })
})

test('a token may no more than its member once that one may less', async () => {
  const { ctx, actor } = await salesMember()
  const { token } = await createToken(ctx, asked)
  await ctx.db.updateTable('member').set({ role: 'editor' }).where('id', '=', actor.memberId).execute()
  const limited = await findTokenActor(ctx, token)
  expect(limited?.role).toBe('editor')
  expect(limited?.scopes).toContain('content.read')
  expect(limited?.scopes).not.toContain('content.write')
  expect(limited?.scopes).not.toContain('leads.read')
})
