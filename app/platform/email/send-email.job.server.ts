import type { Updateable } from 'kysely'
import { z } from 'zod'

import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'
import type { EmailTable } from '#app/platform/db/schema/email.ts'
import {
  backoff,
  defineJob,
  JobPostponed,
  NeverFinished,
  PermanentJobFailure,
} from '#app/platform/jobs/job.server.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'

import {
  endOutage,
  failOldMails,
  findOutage,
  noteOutage,
  takeTurn,
  tryMailServerNow,
} from './mail-outage.server.ts'
import type { Mail, MailOutcome, MailTransport } from './mail-transport.server.ts'
import { mailAttachments, mailHeaders } from './mail-parts.ts'
import { readProps, renderEmail, siteFor } from './render-email.server.ts'
import { tellRefused } from './tell-refused.server.ts'

export function sendJobId(emailId: string, round: number): string {
  return `send-email:${emailId}:${round}`
}

const KEEP_TRYING = 3 * DAY

/** SMTP cannot tell later whether a mail was accepted, so a member must decide. */
const UNCERTAIN =
  'The connection to the mail server ended while this mail was being handed over, so it may have been sent. Please check before you send it again.'

const ENDED =
  'It was not sent, because what it leads to has ended or its recipient wants no more of these mails.'

/** Time limits the attempts. `maxAttempts` only stops a mail that crashes its process. */
export const sendEmail = defineJob({
  name: 'send-email',
  lane: 'mail',
  payload: z.object({
    emailId: z.string(),
    /** Queueing a mail again or dismissing it increments its round. */
    round: z.int().default(0),
  }),
  maxAttempts: 150,
  concludesAlways: true,
  async pausedUntil(ctx) {
    return (await findOutage(ctx))?.next_try_at ?? null
  },
  async run(ctx, { emailId, round }, { signal }) {
    const email = await findWaiting(ctx, emailId, round)
    // The mail was erased with its lead, or sent by an attempt that did not finish.
    if (!email) return
    const server = await ctx.mail(ctx)
    if (!server) {
      await storeOutcome(ctx, email, { state: 'held' })
      return
    }
    const isOnce = email.headers !== null
    if (isOnce && email.handed_over_at !== null) throw new PermanentJobFailure(UNCERTAIN)
    const mail = await compose(ctx, email)
    if (mail === null) {
      await storeOutcome(ctx, email, { state: 'dismissed', last_error: ENDED })
      return
    }
    if (isOnce) await storeOutcome(ctx, email, { handed_over_at: ctx.clock.now() })
    const outcome =
      'refused' in mail ? refusal(mail.refused) : await handOverOnce(ctx, server, { email, mail, signal })
    const attempts = email.attempts + 1
    if (outcome.kind === 'sent') {
      const rejected = outcome.rejected.length > 0 ? `Not accepted for ${outcome.rejected.join(', ')}` : null
      const sent = { state: 'sent' as const, attempts, sent_at: ctx.clock.now(), last_error: rejected }
      return async (ctx) => {
        await storeOutcome(ctx, email, sent)
        if (isOnce) ctx.signals.nudge(ctx, TODAY_TOPIC)
      }
    }
    if (isOnce && outcome.isUncertain) throw new PermanentJobFailure(`${UNCERTAIN} ${outcome.reason}`)
    if (isOnce) await storeOutcome(ctx, email, { handed_over_at: null })
    const isOver = ctx.clock.now() - (email.queued_at ?? email.created_at) >= KEEP_TRYING
    if (outcome.kind === 'refused' || isOver) throw new PermanentJobFailure(outcome.reason)
    await storeOutcome(ctx, email, { attempts, last_error: outcome.reason })
    // Postponed, because a mail that makes the server hang would otherwise pause all others at once.
    if (outcome.kind === 'unavailable')
      throw new JobPostponed(ctx.clock.now() + backoff(attempts), outcome.reason)
    throw new Error(outcome.reason)
  },
  async givenUp(ctx, { emailId, round }, error) {
    const last_error = error instanceof Error ? error.message : String(error)
    const isUncounted = error instanceof PermanentJobFailure && !(error instanceof NeverFinished)
    const { numUpdatedRows } = await withWaiting(ctx, { id: emailId, round })
      .set((update) => ({
        state: 'failed',
        last_error,
        ...(isUncounted && { attempts: update('attempts', '+', 1) }),
      }))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await tellRefused(ctx, emailId)
    ctx.signals.nudge(ctx, TODAY_TOPIC)
  },
})

type StoredEmail = NonNullable<Awaited<ReturnType<typeof findWaiting>>>

async function findWaiting(ctx: Ctx, id: string, round: number) {
  return ctx.db
    .selectFrom('email')
    .select(['id', 'template', 'props', 'recipients', 'reply_to', 'subject', 'attempts', 'language'])
    .select(['round', 'created_at', 'queued_at', 'headers', 'attachments', 'handed_over_at'])
    .where('id', '=', id)
    .where('round', '=', round)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
}

async function storeOutcome(
  ctx: Ctx,
  email: { id: string; round: number },
  outcome: Updateable<EmailTable>,
): Promise<void> {
  await withWaiting(ctx, email).set(outcome).execute()
}

function withWaiting(ctx: Ctx, { id, round }: { id: string; round: number }) {
  return ctx.db
    .updateTable('email')
    .where('id', '=', id)
    .where('round', '=', round)
    .where('state', '=', 'waiting')
}

type HandingOver = { email: StoredEmail; mail: Mail; signal: AbortSignal }

/** If sending is postponed, the mail does not count as handed over. */
async function handOverOnce(ctx: Ctx, transport: MailTransport, { email, mail, signal }: HandingOver) {
  try {
    return await handOver(ctx, transport, mail, signal)
  } catch (error) {
    if (error instanceof JobPostponed && email.headers !== null)
      await storeOutcome(ctx, email, { handed_over_at: null })
    throw error
  }
}

async function handOver(
  ctx: Ctx,
  transport: MailTransport,
  mail: Mail,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const turn = await takeTurn(ctx)
  // Due at once, because no mail is claimed during the pause, and it may end soon.
  if (turn === 'wait') throw new JobPostponed(ctx.clock.now(), 'The mail server is not accepting mail.')
  try {
    const outcome = await transport.send(mail, signal)
    if (outcome.kind === 'unavailable') {
      await noteOutage(ctx, outcome.reason, turn)
      if (turn === 'trial') await failOldMails(ctx, KEEP_TRYING)
    } else if (turn === 'trial') await endOutage(ctx)
    return outcome
  } catch (error) {
    if (turn === 'trial') await tryMailServerNow(ctx)
    throw error
  }
}

/**
 * Renders a mail. If that fails, the mail is refused, because the next attempt would fail too.
 * @returns null for a mail that must not be sent any more
 */
async function compose(ctx: Ctx, email: StoredEmail): Promise<Mail | { refused: string } | null> {
  const template = ctx.emailTemplates.get(email.template)
  if (!template) return { refused: `This version has no mail template named ${email.template}.` }
  let props: object | null
  try {
    props = readProps(ctx, template, email)
  } catch (error) {
    if (error instanceof SealBroken) return { refused: 'Its text was encrypted with another APP_SECRET.' }
    if (error instanceof z.ZodError) return { refused: 'It was written by another version of this software.' }
    throw error
  }
  const inItsLanguage = { ...ctx, language: email.language }
  if (template.complete) props = await template.complete(inItsLanguage, props)
  if (props === null) return null
  const attachments = await readAttachments(ctx, email.attachments)
  if (!attachments) return { refused: 'One of its attachments is no longer stored.' }
  const site = await siteFor(inItsLanguage, template)
  const calendar = template.calendar?.(props, site)
  return {
    messageId: `<${email.id}@${new URL(site.publicUrl).hostname}>`,
    ...threadHeaders(email.headers),
    ...unsubscribeHeaders(template.unsubscribeUrl?.(props) ?? null),
    ...(attachments.length > 0 && { attachments }),
    from: site.mailFrom,
    to: z.array(z.string()).parse(JSON.parse(email.recipients)),
    replyTo: email.reply_to ?? undefined,
    subject: email.subject,
    ...(calendar && { icalEvent: { ...calendar, filename: 'invite.ics' } }),
    ...(await renderEmail(template, props, site)),
  }
}

function threadHeaders(stored: string | null): Partial<Mail> {
  if (stored === null) return {}
  const { messageId, inReplyTo, references } = mailHeaders.parse(JSON.parse(stored))
  return {
    messageId: `<${messageId}>`,
    ...(inReplyTo !== null && { inReplyTo: `<${inReplyTo}>` }),
    ...(references.length > 0 && { references: references.map((id) => `<${id}>`) }),
  }
}

function unsubscribeHeaders(url: string | null): Partial<Mail> {
  if (url === null) return {}
  return {
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

async function readAttachments(
  ctx: Ctx,
  stored: string | null,
): Promise<NonNullable<Mail['attachments']> | null> {
  const listed = stored === null ? [] : mailAttachments.parse(JSON.parse(stored))
  const read: NonNullable<Mail['attachments']> = []
  for (const { name, type, file } of listed) {
    const bytes = await ctx.files.get(file)
    if (!bytes) return null
    read.push({ filename: name, contentType: type, content: Buffer.from(bytes) })
  }
  return read
}

function refusal(reason: string): MailOutcome {
  return { kind: 'refused', reason, fault: 'other' }
}
