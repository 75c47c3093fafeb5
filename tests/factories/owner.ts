import { createOwner } from '#app/features/auth/create-owner.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

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
  return { id: await createOwner(ctx, account), ...account }
}
