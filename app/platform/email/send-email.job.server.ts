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
import { readProps, renderEmail, siteFor } from './render-email.server.ts'

export function sendJobId(emailId: string, round: number): string {
  return `send-email:${emailId}:${round}`
}

const KEEP_TRYING = 3 * DAY

/** Tries are limited by time. `maxAttempts` only stops a mail that crashes its process. */
export const sendEmail = defineJob({
  name: 'send-email',
  lane: 'mail',
  payload: z.object({
    emailId: z.string(),
    /** A mail that was queued again or dismissed since has another round. */
    round: z.int().default(0),
  }),
  maxAttempts: 150,
  async pausedUntil(ctx) {
    return (await findOutage(ctx))?.next_try_at ?? null
  },
  async run(ctx, { emailId, round }, { signal }) {
    const email = await findWaiting(ctx, emailId, round)
    // Erased with its lead, or already sent by a try that did not finish.
    if (!email) return
    if (!ctx.mail) {
      await storeOutcome(ctx, email, { state: 'held' })
      return
    }
    const mail = await compose(ctx, email)
    const outcome = 'refused' in mail ? refusal(mail.refused) : await handOver(ctx, ctx.mail, mail, signal)
    const attempts = email.attempts + 1
    if (outcome.kind === 'sent') {
      const rejected = outcome.rejected.length > 0 ? `Not accepted for ${outcome.rejected.join(', ')}` : null
      const sent = { state: 'sent' as const, attempts, sent_at: ctx.clock.now(), last_error: rejected }
      return (ctx) => storeOutcome(ctx, email, sent)
    }
    const isOver = ctx.clock.now() - (email.queued_at ?? email.created_at) >= KEEP_TRYING
    if (outcome.kind === 'refused' || isOver) throw new PermanentJobFailure(outcome.reason)
    await storeOutcome(ctx, email, { attempts, last_error: outcome.reason })
    // Postponed, because a mail on which the server hangs would pause all others at once.
    if (outcome.kind === 'unavailable')
      throw new JobPostponed(ctx.clock.now() + backoff(attempts), outcome.reason)
    throw new Error(outcome.reason)
  },
  async givenUp(ctx, { emailId, round }, error) {
    const last_error = error instanceof Error ? error.message : String(error)
    const isUncounted = error instanceof PermanentJobFailure && !(error instanceof NeverFinished)
    await withWaiting(ctx, { id: emailId, round })
      .set((update) => ({
        state: 'failed',
        last_error,
        ...(isUncounted && { attempts: update('attempts', '+', 1) }),
      }))
      .execute()
    ctx.signals.nudge(ctx, TODAY_TOPIC)
  },
})

type StoredEmail = NonNullable<Awaited<ReturnType<typeof findWaiting>>>

async function findWaiting(ctx: Ctx, id: string, round: number) {
  return ctx.db
    .selectFrom('email')
    .select(['id', 'template', 'props', 'recipients', 'reply_to', 'subject', 'attempts'])
    .select(['round', 'created_at', 'queued_at'])
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

async function handOver(
  ctx: Ctx,
  transport: MailTransport,
  mail: Mail,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const turn = await takeTurn(ctx)
  // Due at once: no mail is claimed during the pause, which may end soon.
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

/** A mail that cannot be composed is refused, because the next try would fail too. */
async function compose(ctx: Ctx, email: StoredEmail): Promise<Mail | { refused: string }> {
  const template = ctx.emailTemplates.get(email.template)
  if (!template) return { refused: `No mail is called ${email.template} in this version.` }
  let props: object
  try {
    props = readProps(ctx, template, email)
  } catch (error) {
    if (error instanceof SealBroken) return { refused: 'Its text was sealed with another APP_SECRET.' }
    if (error instanceof z.ZodError) return { refused: 'Written by another version.' }
    throw error
  }
  const site = await siteFor(ctx, template)
  return {
    messageId: `<${email.id}@${new URL(site.publicUrl).hostname}>`,
    from: site.mailFrom,
    to: z.array(z.string()).parse(JSON.parse(email.recipients)),
    replyTo: email.reply_to ?? undefined,
    subject: email.subject,
    ...(await renderEmail(template, props, site)),
  }
}

function refusal(reason: string): MailOutcome {
  return { kind: 'refused', reason }
}
