import { mailboxOf } from '#app/lib/email-address.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { otherAssistantName } from '#app/platform/lists/assistants-of-list.server.ts'
import { inquiryRecipients, queueEmail } from '#app/platform/email/queue-email.server.ts'
import { isWithin, type ThrottleRule } from '#app/platform/throttle.server.ts'

import { leadFieldNames } from './lead-fields.ts'
import { type Answer, answersOf, answerText } from '#app/lib/question.ts'
import { leadNoticeEmail } from './lead-notice.email.tsx'
import { leadReceiptEmail } from './lead-receipt.email.tsx'

/** Limits receipts per mailbox, because anyone can enter another person's address, also in variants. */
const perMailbox: ThrottleRule = { name: 'receipt-mailbox', limit: 5, windowMs: 10 * MINUTE }

/** Queues the owner's notice and the sender's receipt; repeated calls for a lead queue them only once. */
export async function queueLeadEmails(ctx: Ctx, leadId: string): Promise<void> {
  const {
    answers: stored,
    language,
    assistant_id: assistantId,
    assistant,
    ...lead
  } = await ctx.db
    .selectFrom('lead')
    .select([...leadFieldNames, 'id', 'service', 'plan', 'last_page', 'answers', 'language', 'assistant_id'])
    .select(otherAssistantName('lead'))
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  const about = `lead:${leadId}`
  const answers = answersOf(stored)
  const chosen = answers.filter(isRepeated).map(withoutName)
  await queueEmail(ctx, {
    template: leadNoticeEmail,
    props: {
      ...lead,
      leadId,
      ...withAnswers(answers),
      ...(assistant !== null && { assistant }),
    },
    to: await inquiryRecipients(ctx, assistantId),
    replyTo: lead.email,
    dedupeKey: `lead-notice:${leadId}`,
    about,
  })
  if (!(await isWithin(ctx, perMailbox, mailboxOf(lead.email)))) return
  // The sender's language, also if a member takes the inquiry out of the Spam folder.
  const { mainLanguage } = await ctx.site(ctx)
  const reader = { ...ctx, language: language === mainLanguage ? null : language }
  await queueEmail(reader, {
    template: leadReceiptEmail,
    props: { name: lead.name, ...withAnswers(chosen) },
    to: [lead.email],
    dedupeKey: `lead-receipt:${leadId}`,
    about,
  })
}

function isRepeated({ kind, file }: Answer): boolean {
  return kind === 'file' ? file !== undefined : kind !== 'short' && kind !== 'long'
}

/** Anyone can write a text into a file's name, so the receipt only has its ending. */
function withoutName({ answer, ...rest }: Answer): Answer {
  return { ...rest, answer: rest.file ? String(answer).replace(/^.*\./s, '').toUpperCase() : answer }
}

function withAnswers(answers: readonly Answer[]) {
  const listed = answers.map((each) => ({ question: each.question, answer: answerText(each) }))
  return listed.length > 0 ? { answers: listed } : {}
}
