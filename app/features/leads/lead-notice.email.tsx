import { z } from 'zod'

import { mapNames } from '#app/lib/map-names.ts'
import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailButton, EmailField, EmailLayout } from '#app/ui/email-layout.tsx'

import { leadField, leadFieldsForOwner } from './lead-fields.ts'

const listed = leadFieldsForOwner.filter((name) => name !== 'name' && name !== 'message')

const props = z.object({
  leadId: z.string(),
  name: z.string(),
  message: z.string(),
  // Mails queued before a field was added lack it.
  ...mapNames(listed, () => z.string().nullish()),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })).optional(),
  service: z.string().nullable(),
  plan: z.string().nullable(),
  last_page: z.string().nullable(),
  /** The name of an assistant of another site. */
  assistant: z.string().optional(),
})

type Props = z.infer<typeof props>

/** Tells the owner about an inquiry; the owner's reply goes to the sender. */
export const leadNoticeEmail = defineEmail<Props>({
  name: 'lead-notice',
  props,
  subject: (lead) => `New inquiry from ${lead.name}${lead.service ? ` about ${lead.service}` : ''}`,
  Body: LeadNotice,
})

function LeadNotice({ site, ...lead }: Props & { site: EmailSite }) {
  const asked = [lead.service, lead.plan].filter(Boolean).join(', ')
  return (
    <EmailLayout preview={lead.message.slice(0, 120)} heading={`New inquiry from ${lead.name}`} site={site}>
      <EmailField label="Message">{lead.message}</EmailField>
      {listed.map((name) =>
        lead[name] ? (
          <EmailField key={name} label={leadField(name).heading}>
            {lead[name]}
          </EmailField>
        ) : null,
      )}
      {lead.answers?.map(({ question, answer }, n) => (
        <EmailField key={n} label={question}>
          {answer}
        </EmailField>
      ))}
      {asked ? <EmailField label="Asked for">{asked}</EmailField> : null}
      {lead.last_page ? <EmailField label="Sent from">{lead.last_page}</EmailField> : null}
      {lead.assistant ? <EmailField label="Assistant">{lead.assistant}</EmailField> : null}
      <EmailButton href={`${site.publicUrl}/admin/leads/${lead.leadId}`}>Open the lead</EmailButton>
    </EmailLayout>
  )
}
