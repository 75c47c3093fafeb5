import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailButton, EmailField, EmailLayout } from '#app/ui/email-layout.tsx'

const props = z.object({
  leadId: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  country: z.string().nullable(),
  company: z.string().nullable(),
  message: z.string(),
  service: z.string().nullable(),
  plan: z.string().nullable(),
  last_page: z.string().nullable(),
})

type Props = z.infer<typeof props>

/** Tells the owner of an inquiry; a reply to it goes to the sender. */
export const leadNoticeEmail = defineEmail<Props>({
  name: 'lead-notice',
  props,
  subject: (lead) => `New inquiry from ${lead.name}${lead.service ? ` about ${lead.service}` : ''}`,
  Body: LeadNotice,
})

function LeadNotice({ site, ...lead }: Props & { site: EmailSite }) {
  const asked = [lead.service, lead.plan].filter(Boolean).join(', ')
  return (
    <EmailLayout
      preview={lead.message.slice(0, 120)}
      heading={`New inquiry from ${lead.name}`}
      siteName={site.siteName}
      siteUrl={site.publicUrl}
    >
      <EmailField label="Message">{lead.message}</EmailField>
      <EmailField label="Email">{lead.email}</EmailField>
      {lead.phone ? <EmailField label="Phone">{lead.phone}</EmailField> : null}
      {lead.company ? <EmailField label="Company">{lead.company}</EmailField> : null}
      {lead.country ? <EmailField label="Country">{lead.country}</EmailField> : null}
      {asked ? <EmailField label="Asked for">{asked}</EmailField> : null}
      {lead.last_page ? <EmailField label="Sent from">{lead.last_page}</EmailField> : null}
      <EmailButton href={`${site.publicUrl}/admin/leads/${lead.leadId}`}>Open the lead</EmailButton>
    </EmailLayout>
  )
}
