import type { Selectable } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import type { EmailState, EmailTable } from '#app/platform/db/schema/email.ts'
import { readProps, renderEmail, siteFor } from '#app/platform/email/render-email.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { readCountedPage } from '#app/platform/lists/counted-page.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

export const EMAILS_PER_PAGE = 50

type EmailMark = { id: string; created_at: number }
export type OutboxQuery = { state: EmailState | null; page: number }

export async function listEmails(ctx: Ctx, query: OutboxQuery) {
  requireActor(ctx, 'mail.read')
  const all = ctx.db.selectFrom('email')
  const wanted = query.state ? all.where('state', '=', query.state) : all
  const list = wanted.select(listed).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const { rows, ...page } = await readCountedPage(list, EMAILS_PER_PAGE, query.page)
  return { emails: rows, ...page, canSend: (await ctx.mail(ctx)) !== null }
}

const listed = [
  'id',
  'subject',
  'recipients',
  'state',
  'attempts',
  'last_error',
  'created_at',
  'sent_at',
] as const

export type ListedEmail = Pick<Selectable<EmailTable>, (typeof listed)[number]>

/** Returns the mails after a position in the list, newest first. */
export async function listEmailsAfter(
  ctx: Ctx,
  { state, after, limit }: { state: EmailState | null; after: EmailMark | undefined; limit: number },
): Promise<ListedEmail[]> {
  requireActor(ctx, 'mail.read')
  let query = ctx.db.selectFrom('email').select(listed)
  if (state) query = query.where('state', '=', state)
  if (after)
    query = query.where((where) =>
      where(where.refTuple('created_at', 'id'), '<', where.tuple(after.created_at, after.id)),
    )
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Returns a mail as plain text, as its recipient sees it. @throws {AppError} not-found */
export async function previewEmail(ctx: Ctx, id: string) {
  requireActor(ctx, 'mail.read')
  const email = await ctx.db
    .selectFrom('email')
    .select([
      'id',
      'template',
      'props',
      'subject',
      'recipients',
      'reply_to',
      'state',
      'attempts',
      'last_error',
    ])
    .select(['created_at', 'sent_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const template = email && ctx.emailTemplates.get(email.template)
  if (!template)
    throw new AppError('not-found', 'There is no such mail. It may have been deleted with its lead.')
  const { props: _props, template: _template, ...shown } = email
  const text = template.isSecret
    ? 'This mail is meant only for its recipient and is not shown here.'
    : (await renderEmail(template, readProps(ctx, template, email), await siteFor(ctx, template))).text
  return { ...shown, text, isSecret: template.isSecret ?? false, canSend: (await ctx.mail(ctx)) !== null }
}
