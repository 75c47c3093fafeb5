import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { createTestMember } from './member.ts'

let made = 0

/** Creates the owner's account as the first start does; returns the sign-in data. */
export async function createTestOwner(
  ctx: Ctx,
  overrides: { email?: string; password?: string } = {},
): Promise<{ id: string; email: string; password: string }> {
  made += 1
  const account = {
    email: `owner${made}@agency.test`,
    password: `kettle orbit mango ${made}`,
    ...overrides,
  }
  const { id } = await createTestMember(ctx, { role: 'owner', ...account })
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'owner.created' }))
  return { id, ...account }
}
