import { z } from 'zod'

import { type LeadFieldName, leadFields } from '#app/features/leads/lead-fields.ts'
import { readInquirySource } from '#app/features/leads/inquiry-request.server.ts'
import { submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'

import { defineAction } from '../define-action.ts'
import { text } from '../fields.ts'

import { inquiryCard } from './inquiry-card.server.ts'
import { readLead } from './get-lead.action.server.ts'
import { leadDetail } from './lead-record.ts'

const formFields = {
  name: text(leadFields.name.limit).min(1),
  email: text(leadFields.email.limit).min(3),
  message: text(leadFields.message.limit).min(1),
  phone: text(leadFields.phone.limit).default(''),
  company: text(leadFields.company.limit).default(''),
  country: text(leadFields.country.limit).default('').describe('A name or a code of two letters'),
} satisfies Record<LeadFieldName, z.ZodType>

export const createLeadAction = defineAction({
  name: 'create_lead',
  title: 'Leave an inquiry',
  description:
    'Stores an inquiry as the contact form does: it opens a lead, and the team and the sender get a mail.',
  input: z.strictObject({
    ...formFields,
    service: text(200).default('').describe('The id of a service'),
    plan: text(200).default('').describe('The id of a plan'),
    consent: z.literal(true).describe('The person agreed to the terms and the privacy policy'),
  }),
  output: leadDetail,
  permission: 'leads.write',
  effect: 'adds',
  isForVisitors: true,
  card: inquiryCard,
  rest: { method: 'POST', path: '/leads', location: '/leads/{id}' },
  async run(ctx, { consent, ...given }, { clientAddress }) {
    const { publicUrl } = await ctx.site(ctx)
    const fields = { ...given, consent: String(consent), form: 'api' }
    const source = readInquirySource(fields, { publicUrl, referer: null })
    const { leadId } = await submitInquiry(ctx, { fields, source, clientAddress })
    await recordChange(ctx, { what: 'lead.created', subject: { id: leadId } })
    return readLead(ctx, leadId)
  },
})
