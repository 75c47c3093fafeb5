import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'

import type { EmailTemplate } from './email-template.ts'
import type { MailAttachment, MailHeaders } from './mail-parts.ts'
import { siteFor, storedProps } from './render-email.server.ts'
import { sendEmail, sendJobId } from './send-email.job.server.ts'

export type QueuedEmail<Props> = {
  template: EmailTemplate<Props>
  props: Props
  to: string[]
  replyTo?: string
  dedupeKey: string
  /** The record it belongs to, for example `lead:0192…`. Erasing the record erases the mail. */
  about?: string
  /** Set for a mail in a thread, which must not be sent twice. */
  headers?: MailHeaders
  attachments?: readonly MailAttachment[]
}

/** @returns its id, or null if a mail with this key was queued before */
export async function queueEmail<Props>(ctx: Ctx, email: QueuedEmail<Props>): Promise<string | null> {
  const [site, server] = [await siteFor(ctx, email.template), await ctx.mail(ctx)]
  const id = newId()
  const stored = await ctx.db
    .insertInto('email')
    .values({
      id,
      dedupe_key: email.dedupeKey,
      template: email.template.name,
      props: storedProps(ctx, id, email.template, email.props),
      recipients: JSON.stringify(email.to),
      language: email.template.isWorded ? ctx.language : null,
      reply_to: email.replyTo ?? null,
      subject: email.template.subject(email.props, site),
      state: server ? 'waiting' : 'held',
      queued_at: ctx.clock.now(),
      attempts: 0,
      last_error: null,
      about: email.about ?? null,
      headers: email.headers ? JSON.stringify(email.headers) : null,
      attachments: email.attachments ? JSON.stringify(email.attachments) : null,
      created_at: ctx.clock.now(),
      sent_at: null,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored && server) await enqueue(ctx, sendEmail, { emailId: id, round: 0 }, { id: sendJobId(id, 0) })
  return stored?.id ?? null
}

/** Reserved names (RFC 2606), such as the demo brand's, which receive no mail. */
const reserved = /[.@](example|test|invalid|localhost)$|[.@]example\.(com|net|org)$/i

const ofAssistant = z.object({ noticeEmails: z.array(z.string()).min(1) })

/** Who is told of a conversation or an inquiry, which may have an assistant with recipients of its own. */
export async function inquiryRecipients(ctx: Ctx, assistantId: string | null): Promise<string[]> {
  const row = await ctx.db
    .selectFrom('assistant')
    .select('settings')
    .where('id', '=', assistantId)
    .executeTakeFirst()
  const own = ofAssistant.safeParse(JSON.parse(row ? row.settings : '{}'))
  return own.success ? own.data.noticeEmails : noticeRecipients(ctx)
}

export async function noticeRecipients(ctx: Ctx): Promise<string[]> {
  const site = await ctx.site(ctx)
  if (site.noticeEmails.length > 0) return [...site.noticeEmails]
  const owners = await ctx.db
    .selectFrom('member')
    .select('email')
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .execute()
  const addresses = owners.map((owner) => owner.email)
  if (!reserved.test(site.contactEmail) || addresses.length === 0) addresses.push(site.contactEmail)
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
}
