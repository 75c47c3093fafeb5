import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { SealBroken } from '#app/platform/crypto/vault.server.ts'
import { defineJob, PermanentJobFailure } from '#app/platform/jobs/job.server.ts'

import { readProps } from './email-props.server.ts'
import type { MailOutcome, MailTransport } from './mail-transport.server.ts'
import { renderEmail } from './render-email.server.ts'

/** Sends one stored mail. 20 tries reach over 15 hours; a refusal for good ends it at once. */
export const sendEmail = defineJob({
  name: 'send-email',
  lane: 'mail',
  payload: z.object({ emailId: z.string() }),
  maxAttempts: 20,
  async run(ctx, { emailId }) {
    const email = await ctx.db
      .selectFrom('email')
      .select(['id', 'template', 'props', 'recipients', 'reply_to', 'subject', 'state', 'attempts'])
      .where('id', '=', emailId)
      .executeTakeFirst()
    // Erased with its lead, or sent by an earlier try whose end was not seen.
    if (!email || email.state === 'sent') return
    if (!ctx.mail) {
      await ctx.db.updateTable('email').set({ state: 'held' }).where('id', '=', emailId).execute()
      return
    }
    const outcome = await deliver(ctx, ctx.mail, email)
    const attempts = email.attempts + 1
    if (outcome.kind === 'sent') {
      await ctx.db
        .updateTable('email')
        .set({
          state: 'sent',
          attempts,
          sent_at: ctx.clock.now(),
          last_error: outcome.rejected.length > 0 ? `Not accepted for ${outcome.rejected.join(', ')}` : null,
        })
        .where('id', '=', emailId)
        .execute()
      return
    }
    await ctx.db
      .updateTable('email')
      .set({ attempts, last_error: outcome.reason })
      .where('id', '=', emailId)
      .execute()
    throw outcome.kind === 'refused' ? new PermanentJobFailure(outcome.reason) : new Error(outcome.reason)
  },
  async givenUp(ctx, { emailId }, error) {
    await ctx.db
      .updateTable('email')
      .set({ state: 'failed', last_error: error instanceof Error ? error.message : String(error) })
      .where('id', '=', emailId)
      .where('state', '!=', 'sent')
      .execute()
  },
})

type StoredEmail = {
  id: string
  template: string
  props: string
  recipients: string
  reply_to: string | null
  subject: string
}

/** Hands a mail over; one that cannot be written is refused for good, for the next try could not either. */
async function deliver(ctx: Ctx, transport: MailTransport, email: StoredEmail): Promise<MailOutcome> {
  const template = ctx.emailTemplates.get(email.template)
  if (!template) return { kind: 'refused', reason: `No mail is called ${email.template} in this version.` }
  let props: object
  try {
    props = readProps(ctx, template, email)
  } catch (error) {
    if (error instanceof SealBroken)
      return { kind: 'refused', reason: 'What it says was sealed under another APP_SECRET.' }
    if (error instanceof z.ZodError) return { kind: 'refused', reason: 'Written by another version.' }
    throw error
  }
  const site = await ctx.site(ctx)
  return transport.send({
    messageId: `<${email.id}@${new URL(site.publicUrl).hostname}>`,
    from: site.mailFrom,
    to: z.array(z.string()).parse(JSON.parse(email.recipients)),
    replyTo: email.reply_to ?? undefined,
    subject: email.subject,
    ...(await renderEmail(template, props, site)),
  })
}
