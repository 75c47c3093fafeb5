import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

const props = z.object({ name: z.string() })

type Props = z.infer<typeof props>

/**
 * Tells the sender that the inquiry arrived. It repeats nothing of the message: anyone could otherwise send any text in our name
 * by entering another person's address.
 */
export const leadReceiptEmail = defineEmail<Props>({
  name: 'lead-receipt',
  props,
  subject: (_props, site) => `We received your message · ${site.siteName}`,
  Body: LeadReceipt,
})

function LeadReceipt({ site, name }: Props & { site: EmailSite }) {
  return (
    <EmailLayout
      preview="We'll get back to you within 1 hour."
      heading="Thank you, your message has arrived"
      site={site}
    >
      <EmailText>{greeting(name)}</EmailText>
      <EmailText>
        we have received your message and will get back to you within 1 hour, at any time of the day.
      </EmailText>
      <EmailText>
        If you would like to add something, simply reply to this mail or write to {site.contactEmail}. If you
        did not write to us, someone entered your address by mistake and you can ignore this mail.
      </EmailText>
      <EmailText>{site.siteName}</EmailText>
    </EmailLayout>
  )
}

/** Leaves out a name that could hold an address or a link. */
function greeting(name: string): string {
  return /^[\p{L}\p{M}'’. -]{1,60}$/u.test(name) && !/\.\S/.test(name) ? `Hello ${name},` : 'Hello,'
}
