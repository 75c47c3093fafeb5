import { expect, test } from 'vitest'

import { createTestMember } from '#tests/factories/member.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { listMembers } from './members.server.ts'

test('those who may sign in are listed by name, or by address where there is none', async () => {
  const ctx = await createTestCtx()
  await createTestMember(ctx, { email: 'mia@agency.test' })
  await createTestMember(ctx, { email: 'z@agency.test', name: 'Ann Äquator', role: 'viewer' })
  await createTestMember(ctx, { email: 'gone@agency.test', name: 'Bob', removedAt: 1 })
  expect((await listMembers(asOwner(ctx))).map(({ name, role }) => [name, role])).toEqual([
    ['Ann Äquator', 'viewer'],
    ['mia@agency.test', 'sales'],
  ])
  await expect(listMembers(ctx)).rejects.toMatchObject({ code: 'unauthenticated' })
})
