import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

/** Returns the mails of a lead in order, with this member's draft. */
export async function listThread(ctx: Ctx, leadId: string) {
  const { memberId } = requireActor(ctx, 'leads.read')
  const [mails, attachments, draft, unreachable, delayed] = await Promise.all([
    ctx.db
      .selectFrom('thread_mail')
      .leftJoin('email', 'email.id', 'email_id')
      .select(['thread_mail.id', 'direction', 'from_email', 'from_name', 'thread_mail.subject', 'text'])
      .select(['quoted', 'at', 'is_automatic', 'email_id', 'email.state', 'email.last_error'])
      .where('thread_mail.lead_id', '=', leadId)
      .orderBy('at')
      .orderBy('thread_mail.id')
      .execute(),
    ctx.db
      .selectFrom('thread_attachment')
      .innerJoin('thread_mail', 'thread_mail.id', 'mail_id')
      .select(['thread_attachment.id', 'mail_id', 'name', 'size'])
      .where('lead_id', '=', leadId)
      .orderBy('position')
      .execute(),
    ctx.db
      .selectFrom('thread_draft')
      .select('text')
      .where('lead_id', '=', leadId)
      .where('member_id', '=', memberId)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('bounce')
      .select(['reason', 'at'])
      .where('is_final', '=', 1)
      .where('address', '=', (select) =>
        select
          .selectFrom('lead')
          .select(({ fn }) => fn<string>('lower', ['email']).as('address'))
          .where('id', '=', leadId),
      )
      .orderBy('at', 'desc')
      .executeTakeFirst(),
    ctx.db
      .selectFrom('bounce')
      .innerJoin('thread_mail', 'thread_mail.id', 'mail_id')
      .select(['mail_id', 'reason'])
      .where('lead_id', '=', leadId)
      .where('is_final', '=', 0)
      .execute(),
  ])
  return {
    mails: mails.map((mail) => ({
      ...mail,
      attachments: attachments.filter(({ mail_id }) => mail_id === mail.id),
      /** What a mail server reported while it still tries to deliver the mail. */
      delay: delayed.find(({ mail_id }) => mail_id === mail.id)?.reason ?? null,
    })),
    draft: draft ? draft.text : '',
    /** Why the lead's address cannot be reached, as a mail server reported it. */
    unreachable: unreachable ?? null,
    /** The key of the next reply, so that a form that is sent twice sends one mail. */
    key: newId(),
  }
}

export type Thread = Awaited<ReturnType<typeof listThread>>
export type ThreadMail = Thread['mails'][number]

/** @throws {AppError} not-found. */
export async function getAttachment(ctx: Ctx, id: string) {
  requireActor(ctx, 'leads.read')
  const found = await ctx.db
    .selectFrom('thread_attachment')
    .select(['name', 'file'])
    .where('id', '=', id)
    .executeTakeFirst()
  const bytes = found && (await ctx.files.get(found.file))
  if (!found || !bytes)
    throw new AppError('not-found', 'There is no such attachment. It may have been deleted.')
  return { name: found.name, bytes }
}
