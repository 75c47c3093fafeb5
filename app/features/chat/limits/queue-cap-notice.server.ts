import { noticeRecipients } from '#app/features/leads/notice-recipients.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'

import { chatCapEmail } from './chat-cap.email.tsx'
import type { ChatLimits } from './chat-limits-schema.ts'
import { type CapPeriod, dayOf } from './money.server.ts'

/** Mails the owner that a cap is near or reached: once for each, for a day or a month. */
export async function queueCapNotice(
  ctx: Ctx,
  limits: ChatLimits,
  notice: { period: CapPeriod; percent: 80 | 100 },
): Promise<void> {
  const { period, percent } = notice
  const date = dayOf(ctx.clock.now()).slice(0, period === 'day' ? 10 : 7)
  await queueEmail(ctx, {
    template: chatCapEmail,
    props: { period, percent, date, cap: period === 'day' ? limits.dailyCap : limits.monthlyCap },
    to: await noticeRecipients(ctx),
    dedupeKey: `chat-cap:${period}:${date}:${percent}`,
  })
}
