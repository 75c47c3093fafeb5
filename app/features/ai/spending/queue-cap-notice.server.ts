import { noticeRecipients } from '#app/platform/email/notice-recipients.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { queueEmail } from '#app/platform/email/queue-email.server.ts'

import { spendingCapEmail } from './spending-cap.email.tsx'
import type { SpendingLimits } from './spending-limits-schema.ts'
import { type CapPeriod, dayOf } from './ledger.server.ts'

/** Mails the owner that a cap is near or reached: once for each, for a day or a month. */
export async function queueCapNotice(
  ctx: Ctx,
  limits: SpendingLimits,
  notice: { period: CapPeriod; percent: 80 | 100 },
): Promise<void> {
  const { period, percent } = notice
  const date = dayOf(ctx.clock.now()).slice(0, period === 'day' ? 10 : 7)
  await queueEmail(ctx, {
    template: spendingCapEmail,
    props: { period, percent, date, cap: period === 'day' ? limits.dailyCap : limits.monthlyCap },
    to: await noticeRecipients(ctx),
    dedupeKey: `chat-cap:${period}:${date}:${percent}`,
  })
}
