import type { Ctx } from '#app/platform/context.server.ts'
import { tryMailServerNow } from '#app/platform/email/mail-outage.server.ts'
import { renderEmail } from '#app/platform/email/render-email.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { testEmail } from './test.email.tsx'

/**
 * Sends one mail to the owner at once, bypassing the queue, to get the server's own error message.
 * @throws {AppError} unavailable with that message.
 */
export async function sendTestEmail(ctx: Ctx): Promise<string> {
  const { email } = requireActor(ctx, 'settings.write')
  if (!ctx.mail)
    throw new AppError('unavailable', 'No mail server is configured. Set SMTP_URL and restart the server.')
  const site = await ctx.site(ctx)
  const outcome = await ctx.mail.send({
    messageId: `<${newId()}@${new URL(site.publicUrl).hostname}>`,
    from: site.mailFrom,
    to: [email],
    subject: testEmail.subject({}, site),
    ...(await renderEmail(testEmail, {}, site)),
  })
  if (outcome.kind !== 'sent')
    throw new AppError('unavailable', `The mail server answered: ${outcome.reason}`)
  // The server should now accept the queued mails too.
  await tryMailServerNow(ctx)
  return email
}
