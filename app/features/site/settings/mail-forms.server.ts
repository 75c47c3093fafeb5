import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { checkSendingDomain, dkimSelector, type DomainCheck } from './check-sending-domain.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { form } from '#app/platform/http/form-action.server.ts'

import { sendTestEmail } from './send-test-email.server.ts'

const schema = z.object({ selector: dkimSelector })

/** `fault` says why the domain could not be checked. */
export type MailTest = { sentTo?: string; check?: DomainCheck; fault?: string }

/** Sends a mail and checks the sending domain, even if the mail could not be sent. */
export const testMailForm = form({
  schema,
  async run(ctx, { selector }): Promise<MailTest> {
    const sentTo = await sendTestEmail(ctx)
    return { sentTo, ...(await tryDomain(ctx, selector)) }
  },
  toast: ({ sentTo }) => ({ title: 'Mail sent', text: `Check the inbox of ${sentTo}.` }),
  rejected: 'Mail not sent',
  async onRejected(ctx, error, fields): Promise<MailTest | undefined> {
    if (error instanceof FieldErrors || error.code !== 'unavailable') return undefined
    return tryDomain(ctx, schema.parse(fields).selector)
  },
})

export const checkDomainForm = form({
  schema,
  run: async (ctx, input): Promise<MailTest> => ({ check: await checkSendingDomain(ctx, input) }),
  rejected: 'Not checked',
})

async function tryDomain(ctx: Ctx, selector: string): Promise<MailTest> {
  try {
    return { check: await checkSendingDomain(ctx, { selector }) }
  } catch (error) {
    if (error instanceof AppError) return { fault: error.message }
    throw error
  }
}
