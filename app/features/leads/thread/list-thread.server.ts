import { sql, type SqlBool } from 'kysely'

import { readTranslation } from '#app/features/foreign-messages/stored-translation.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

const MAILS_PER_PAGE = 100
/** The most characters of a received mail and of its quoted text. The mail's own page shows it whole. */
const MOST = { text: 10_000, quoted: 5_000 }

/** Returns the newest mails of a lead, or those before one of them, in order, with this member's draft. */
export async function listThread(ctx: Ctx, leadId: string, before: string | null = null) {
  const { memberId } = requireActor(ctx, 'leads.read')
  const mark = before === null ? null : await findMark(ctx, leadId, before)
  const found = await findMails(ctx, leadId, mark)
  const mails = found.slice(0, MAILS_PER_PAGE).toReversed()
  const ids = mails.map(({ id }) => id)
  const [attachments, delayed, sent, draft, unreachable] = await Promise.all([
    ids.length === 0 ? [] : findAttachments(ctx, ids),
    ids.length === 0 ? [] : findDelays(ctx, ids),
    ctx.db
      .selectFrom('thread_mail')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('lead_id', '=', leadId)
      .where('direction', '=', 'out')
      .executeTakeFirstOrThrow(),
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
  ])
  return {
    mails: mails.map((mail) => ({
      ...mail,
      attachments: attachments.filter(({ mail_id }) => mail_id === mail.id),
      /** What a mail server reported while it still tries to deliver the mail. */
      delay: delayed.find(({ mail_id }) => mail_id === mail.id)?.reason ?? null,
    })),
    /** Earlier mails are those before this one; null if there are none. */
    earlier: found.length > MAILS_PER_PAGE ? (ids[0] ?? null) : null,
    /** The mail before which these are; null if they are the newest. */
    before: mark && mark.id,
    sent: sent.count,
    draft: draft ? draft.text : '',
    /** Why the lead's address cannot be reached, as a mail server reported it. */
    unreachable: unreachable ?? null,
    /** The key of the next reply, so that a form that is sent twice sends one mail. */
    key: newId(),
  }
}

type Mark = { id: string; at: number }

async function findMark(ctx: Ctx, leadId: string, id: string): Promise<Mark | null> {
  const mail = await ctx.db
    .selectFrom('thread_mail')
    .select(['id', 'at'])
    .where('id', '=', id)
    .where('lead_id', '=', leadId)
    .executeTakeFirst()
  return mail ?? null
}

/** Newest first, and one more than are shown. What members wrote is short enough to be read whole. */
async function findMails(ctx: Ctx, leadId: string, mark: Mark | null) {
  const received = sql<SqlBool>`direction = 'in'`
  const isLong = sql`length(text) > ${MOST.text} or length(quoted) > ${MOST.quoted}`
  const mails = ctx.db
    .selectFrom('thread_mail')
    .leftJoin('email', 'email.id', 'email_id')
    .select(['thread_mail.id', 'direction', 'from_email', 'from_name', 'thread_mail.subject'])
    .select(['at', 'is_automatic', 'email_id', 'email.state', 'email.last_error'])
    .select([
      sql<string>`case when ${received} then substr(text, 1, ${MOST.text}) else text end`.as('text'),
      sql<string | null>`substr(quoted, 1, ${MOST.quoted})`.as('quoted'),
      sql<SqlBool>`${received} and (${isLong})`.as('is_cut'),
    ])
    .select('thread_mail.translation')
    .where('thread_mail.lead_id', '=', leadId)
    .orderBy('at', 'desc')
    .orderBy('thread_mail.id', 'desc')
    .limit(MAILS_PER_PAGE + 1)
  const page = mark ? mails.where(sql<SqlBool>`(at, thread_mail.id) < (${mark.at}, ${mark.id})`) : mails
  const [rows, { mainLanguage }] = await Promise.all([page.execute(), ctx.site(ctx)])
  return rows.map(({ is_cut, translation, ...mail }) => ({
    ...mail,
    translation: readTranslation(translation, mainLanguage),
    isCut: Boolean(is_cut),
  }))
}

function findAttachments(ctx: Ctx, mailIds: readonly string[]) {
  return ctx.db
    .selectFrom('thread_attachment')
    .select(['id', 'mail_id', 'name', 'size'])
    .where('mail_id', 'in', mailIds)
    .orderBy('position')
    .execute()
}

function findDelays(ctx: Ctx, mailIds: readonly string[]) {
  return ctx.db
    .selectFrom('bounce')
    .select(['mail_id', 'reason'])
    .where('mail_id', 'in', mailIds)
    .where('is_final', '=', 0)
    .execute()
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
