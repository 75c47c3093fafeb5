import type { Ctx } from '#app/platform/context.server.ts'

/** Members are not notified of a refused notice, because that notice would be refused too. */
const NOTICE = 'notice'

/** Informs programs and members, in the caller's transaction, that a mail was permanently refused. */
export async function tellRefused(ctx: Ctx, emailId: string): Promise<void> {
  await ctx.tellWebhooks(ctx, { kind: 'mail.refused', id: emailId })
  const { template } = await ctx.db
    .selectFrom('email')
    .select('template')
    .where('id', '=', emailId)
    .executeTakeFirstOrThrow()
  if (template !== NOTICE) await ctx.notify(ctx, { kind: 'mail', subject: emailId })
}
