import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailButton, EmailField, EmailLayout } from '#app/ui/email-layout.tsx'

import { describeMeeting, shortMeeting } from '../meeting-time.ts'

const props = z.object({
  change: z.enum(['booked', 'moved', 'cancelled']),
  leadId: z.string(),
  type: z.string(),
  from: z.number(),
  to: z.number(),
  timeZone: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
})

export type BookingNotice = z.infer<typeof props>

const words = { booked: 'Booked', moved: 'Moved', cancelled: 'Cancelled' } as const

/** Tells the member about their meeting, in their time zone. */
export const bookingNoticeEmail = defineEmail<BookingNotice>({
  name: 'booking-notice',
  props,
  subject: ({ change, type, name, from, timeZone }) =>
    `${words[change]}: ${type} with ${name}, ${shortMeeting(from, timeZone)}`,
  Body: NoticeBody,
})

function NoticeBody({ site, ...notice }: BookingNotice & { site: EmailSite }) {
  const at = describeMeeting(notice.from, notice.to, notice.timeZone)
  const heading = `${words[notice.change]}: ${notice.type} with ${notice.name}`
  return (
    <EmailLayout preview={at} heading={heading} site={site}>
      <EmailField label="When">{at}</EmailField>
      <EmailField label="Name">{notice.name}</EmailField>
      <EmailField label="Email">{notice.email}</EmailField>
      <EmailField label="Message">{notice.message}</EmailField>
      <EmailButton href={`${site.publicUrl}/admin/leads/${notice.leadId}`}>Open the lead</EmailButton>
    </EmailLayout>
  )
}
