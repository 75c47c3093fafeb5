import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'
import { isEmailAddress } from '#app/lib/email-address.ts'

import { newPasswordFault } from './new-password.server.ts'
import { hashPassword } from './password.server.ts'

export async function isFirstRun(ctx: Ctx): Promise<boolean> {
  const owner = await ctx.db.selectFrom('member').select('id').limit(1).executeTakeFirst()
  return owner === undefined
}

/** Creates the first owner account and returns its id. @throws {FieldErrors} @throws {AppError} conflict if an account exists already. */
export async function createOwner(
  ctx: Ctx,
  given: { email: string; password: string; device?: string },
): Promise<string> {
  const fault = await newPasswordFault(ctx, given.email, given.password)
  if (fault) throw new FieldErrors({ password: fault })
  return storeOwner(ctx, given)
}

/** Creates the owner from the environment; a weak password is accepted with a warning. */
export async function createOwnerFromEnv(
  ctx: Ctx,
  given: { email: string; password: string },
): Promise<void> {
  const fault = await newPasswordFault(ctx, given.email, given.password)
  if (fault) ctx.log.warn({ fault }, 'owner.weak_password')
  try {
    await storeOwner(ctx, given)
  } catch (error) {
    // Another instance that started at the same moment has created the owner.
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  }
}

async function storeOwner(
  ctx: Ctx,
  given: { email: string; password: string; device?: string },
): Promise<string> {
  const email = given.email.trim().toLowerCase()
  if (!isEmailAddress(email)) throw new FieldErrors({ email: 'Please enter an e-mail address.' })
  const passwordHash = await hashPassword(ctx, given.password)
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'create-owner')
    if (!(await isFirstRun(ctx)))
      throw new AppError('conflict', 'An owner account already exists. Please sign in.')
    const id = newId()
    const now = ctx.clock.now()
    await ctx.db
      .insertInto('member')
      .values({
        id,
        email,
        name: '',
        role: 'owner',
        password_hash: passwordHash,
        created_at: now,
        password_changed_at: now,
      })
      .execute()
    const { device } = given
    const by = device === undefined ? undefined : ({ actor: 'member', email, device } as const)
    await recordChange(ctx, { what: 'owner.created', by })
    // Pages offer meetings once there is somebody to hold them.
    await ctx.signals.publish(ctx, PAGES_TOPIC)
    return id
  })
}
