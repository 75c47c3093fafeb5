import { argon2Sync } from 'node:crypto'

import type { Actor, Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import type { Role } from '#app/platform/permissions.ts'

let made = 0

/** Stores a member as an accepted invitation does; returns the sign-in data and an actor. */
export async function createTestMember(
  ctx: Ctx,
  overrides: { role?: Role; name?: string; email?: string; password?: string; removedAt?: number } = {},
): Promise<{ actor: Actor; id: string; email: string; password: string }> {
  made += 1
  const { role = 'sales', name = '', removedAt = null, ...given } = overrides
  const account = { email: `member${made}@agency.test`, password: `copper lantern river ${made}`, ...given }
  const id = newId()
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('member')
    .values({
      id,
      email: account.email,
      name,
      role,
      password_hash: quickHash(account.password),
      created_at: now,
      password_changed_at: now,
      removed_at: removedAt,
    })
    .execute()
  const actor = {
    memberId: id,
    email: account.email,
    name,
    role,
    sessionId: `session-of-${id}`,
    device: 'Firefox on Linux',
  }
  return { actor, id, ...account }
}

/** Hashes at argon2's lowest cost; the usual cost took a tenth of the test time. Signing in works, because the hash names its cost. */
function quickHash(password: string): string {
  const nonce = Buffer.alloc(16, 'salt')
  const tag = argon2Sync('argon2id', {
    message: password.normalize('NFKC'),
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=8,t=1,p=1$${base64(nonce)}$${base64(tag)}`
}
