import { z } from 'zod'

import { cardTexts } from '#app/features/chat/tools/card-texts.ts'
import { readInquirySource } from '#app/features/leads/inquiry-request.server.ts'
import { leadFields } from '#app/features/leads/lead-fields.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import { fill } from '#app/lib/messages.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { defineCard } from '../define-action.ts'
import { text } from '../fields.ts'

const input = z.strictObject({
  name: text(leadFields.name.limit).default(''),
  email: text(leadFields.email.limit).default(''),
  message: text(leadFields.message.limit).min(1),
  service: text(200).default(''),
})

export const inquiryCard = defineCard({
  input,
  description: 'Fills the contact form with the visitor’s request and details; the team answers by mail.',
  async propose(ctx, { name, email, message }) {
    const [{ form }, card, { siteName }] = await Promise.all([
      wordedTexts(ctx, leadsTexts),
      wordedTexts(ctx, cardTexts),
      ctx.site(ctx),
    ])
    const after = fill(form.consentAfter, { siteName })
    return {
      title: card.inquiry,
      values: [],
      fields: [
        { name: 'name', label: form.name, kind: 'line', value: name, isRequired: true },
        { name: 'email', label: form.email, kind: 'email', value: email, isRequired: true },
        { name: 'message', label: form.message, kind: 'area', value: message, isRequired: true },
      ],
      consent: { before: form.consentBefore, link: form.consentLink, after, isBox: true },
      button: card.send,
    }
  },
  async press(ctx, { service }, { fields, referer, ...visit }) {
    const [{ toast }, { publicUrl }] = await Promise.all([wordedTexts(ctx, leadsTexts), ctx.site(ctx)])
    const given = { ...fields, service, form: 'chat' }
    const source = readInquirySource(given, { publicUrl, referer })
    const { leadId } = await submitInquiry(ctx, { ...visit, fields: given, source })
    return { leadId, done: `${toast.sentTitle} ${toast.sentText}` }
  },
})
