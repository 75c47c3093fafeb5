import { z } from 'zod'

import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { hashToken, newToken } from '../secret-token.server.ts'

import { passwordResetEmail } from './password-reset.email.tsx'

/** Milliseconds for which a mailed link works. */
export const RESET_LASTS = HOUR

/** Returns the token of a new link, of which only the hash is stored, or null if a reset with this id exists already. */
export async function createReset(ctx: Ctx, memberId: string, id: string): Promise<string | null> {
  const token = newToken()
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('password_reset')
    .where('created_at', '<=', now - RESET_LASTS)
    .execute()
  const made = await ctx.db
    .insertInto('password_reset')
    .values({ id, member_id: memberId, token_hash: hashToken(token), created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made ? token : null
}

/** Mails a link to the member whose address was typed, and does nothing for other addresses. */
export const sendPasswordReset = defineJob({
  name: 'send-password-reset',
  lane: 'other',
  payload: z.object({
    /** The reset's id, so that a job that runs twice creates only one. */
    id: z.string(),
    /** Keyed hash of the typed address, because addresses of strangers must not be stored. */
    account: z.string(),
  }),
  async run(ctx, { id, account }) {
    const members = await ctx.db
      .selectFrom('member')
      .select(['id', 'email'])
      .where('removed_at', 'is', null)
      .execute()
    const member = members.find(({ email }) => accountKey(ctx, email) === account)
    if (!member) return
    await withTransaction(ctx, async (ctx) => {
      const token = await createReset(ctx, member.id, id)
      if (token === null) return
      await queueEmail(ctx, {
        template: passwordResetEmail,
        props: { token },
        to: [member.email],
        dedupeKey: `password-reset:${id}`,
      })
    })
  },
})

export function accountKey(ctx: Pick<Ctx, 'signer'>, email: string): string {
  return ctx.signer.sign('password-reset', email)
}
