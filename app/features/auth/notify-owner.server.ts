import type { Ctx } from '#app/platform/context.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { type AccountChange, accountNoticeEmail } from './account-notice.email.tsx'

/** Queues a mail to the member about a change to the account, in the caller's transaction. */
export async function notifyOwner(
  ctx: Ctx,
  memberId: string,
  notice: { change: AccountChange; codesLeft?: number },
): Promise<void> {
  const { email } = await ctx.db
    .selectFrom('member')
    .select('email')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const { timeZone } = await ctx.site(ctx)
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone })
  await queueEmail(ctx, {
    template: accountNoticeEmail,
    props: { ...notice, at: format.format(ctx.clock.now()) },
    to: [email],
    dedupeKey: `account-notice:${newId()}`,
  })
}
