import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { createReset } from './create-reset.server.ts'
import { passwordResetEmail } from './password-reset.email.tsx'

/** Makes a link for the owner whose address was typed, and mails it; for any other address nothing is done. */
export const sendPasswordReset = defineJob({
  name: 'send-password-reset',
  lane: 'other',
  payload: z.object({
    /** Of the reset to be made, so that a job that runs twice makes one. */
    id: z.string(),
    /** The typed address as a keyed hash: strangers' addresses are not kept. */
    account: z.string(),
  }),
  async run(ctx, { id, account }) {
    const owners = await ctx.db.selectFrom('owner').select(['id', 'email']).execute()
    const owner = owners.find(({ email }) => accountKey(ctx, email) === account)
    if (!owner) return
    await withTransaction(ctx, async (ctx) => {
      const token = await createReset(ctx, owner.id, id)
      if (token === null) return
      await queueEmail(ctx, {
        template: passwordResetEmail,
        props: { token },
        to: [owner.email],
        dedupeKey: `password-reset:${id}`,
      })
    })
  },
})

export function accountKey(ctx: Pick<Ctx, 'signer'>, email: string): string {
  return ctx.signer.sign('password-reset', email)
}
