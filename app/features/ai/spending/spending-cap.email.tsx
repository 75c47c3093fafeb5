import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailField, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

const props = z.object({
  period: z.enum(['day', 'month']),
  percent: z.union([z.literal(80), z.literal(100)]),
  cap: z.number(),
  /** The day or month, for example 2026-11-21 or 2026-11. */
  date: z.string(),
})

type Props = z.infer<typeof props>

export const spendingCapEmail = defineEmail<Props>({
  name: 'chat-cap',
  props,
  subject: ({ percent, period }) =>
    percent === 100
      ? `The assistant has reached its ${capName(period)}`
      : `The assistant has used 80% of its ${capName(period)}`,
  Body: ChatCap,
})

function ChatCap({ site, period, percent, cap, date }: Props & { site: EmailSite }) {
  const isReached = percent === 100
  const heading = isReached ? `The ${capName(period)} is reached` : `80% of the ${capName(period)} is used`
  return (
    <EmailLayout preview={heading} heading={heading} site={site}>
      <EmailText>
        {isReached
          ? `Until the ${period} is over, the assistant does not answer. Visitors are offered the contact form instead.`
          : 'The assistant continues to answer until the cap is reached. Visitors are then offered the contact form.'}
      </EmailText>
      <EmailField label="Cap">{`$${cap.toFixed(2)} a ${period}`}</EmailField>
      <EmailField label={period === 'day' ? 'Day (UTC)' : 'Month (UTC)'}>{date}</EmailField>
      <EmailText>The caps can be changed in the admin.</EmailText>
    </EmailLayout>
  )
}

function capName(period: Props['period']): string {
  return period === 'day' ? 'daily cap' : 'monthly cap'
}
