import type { Ctx } from '#app/platform/context.server.ts'
import type { EmailState } from '#app/platform/db/schema/email.ts'
import { requireActor } from '#app/platform/require-actor.ts'

export const EMAILS_PER_PAGE = 50

export type OutboxQuery = { state: EmailState | null; page: number }

/** Mails of every state, newest first. */
export async function listEmails(ctx: Ctx, query: OutboxQuery) {
  requireActor(ctx)
  const all = ctx.db.selectFrom('email')
  const wanted = query.state ? all.where('state', '=', query.state) : all
  const { total } = await wanted
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(total / EMAILS_PER_PAGE))
  const page = Math.min(query.page, pages)
  const emails = await wanted
    .select(['id', 'subject', 'recipients', 'state', 'attempts', 'last_error', 'created_at', 'sent_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(EMAILS_PER_PAGE)
    .offset((page - 1) * EMAILS_PER_PAGE)
    .execute()
  return { emails, total, page, pages, canSend: ctx.mail !== null }
}
