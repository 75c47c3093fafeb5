import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

export const testEmail = defineEmail<Record<string, never>>({
  name: 'test',
  props: z.object({}),
  subject: (_props, site) => `Test mail from ${site.siteName}`,
  Body: TestMail,
})

function TestMail({ site }: { site: EmailSite }) {
  return (
    <EmailLayout preview="Your mail server works." heading="Your mail server works" site={site}>
      <EmailText>Notices of inquiries and receipts to their senders can now be delivered.</EmailText>
    </EmailLayout>
  )
}
