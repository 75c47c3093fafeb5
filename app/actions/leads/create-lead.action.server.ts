import { z } from 'zod'

import { cardTexts } from '#app/features/chat/tools/card-texts.ts'
import { isRequiredLeadField, leadField, type LeadFieldName } from '#app/features/leads/lead-fields.ts'
import { readInquirySource } from '#app/features/leads/inquiry-request.server.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { readContactQuestions } from '#app/features/leads/questions/contact-questions.server.ts'
import { submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import { mapNames } from '#app/lib/map-names.ts'
import { fill } from '#app/lib/messages.ts'
import { answerField, questionsFor } from '#app/lib/question.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { defineAction, defineCard } from '../define-action.ts'
import { text } from '../fields.ts'
import { inLanguage, readerLanguage } from '../in-language.server.ts'

import { readLead } from './get-lead.action.server.ts'
import { leadDetail, recordFieldNames } from './lead-record.ts'

const required = recordFieldNames.filter(isRequiredLeadField)
const optional = recordFieldNames.filter((name) => !isRequiredLeadField(name))

function formField(name: LeadFieldName) {
  const { kind, limit, isRequired } = leadField(name)
  if (isRequired) return text(limit).min(kind === 'email' ? 3 : 1)
  const field = text(limit).default('')
  return kind === 'country' ? field.describe('A name or a code of two letters') : field
}

const cardInput = z.strictObject({
  name: text(leadField('name').limit).default(''),
  email: text(leadField('email').limit).default(''),
  message: text(leadField('message').limit).min(1),
  service: text(200).default(''),
})

const inquiryCard = defineCard({
  input: cardInput,
  description: 'Fills the contact form with the visitor’s request and details; the team answers by mail.',
  async propose(ctx, { name, email, message, service }) {
    const [{ form, questions: texts }, card, { siteName }, { asked }] = await Promise.all([
      wordedTexts(ctx, leadsTexts),
      wordedTexts(ctx, cardTexts),
      ctx.site(ctx),
      readContactQuestions(ctx),
    ])
    const list = questionsFor(asked, service).filter(({ kind }) => kind !== 'file')
    const after = fill(form.consentAfter, { siteName })
    return {
      title: card.inquiry,
      values: [],
      fields: [
        { name: 'name', label: form.name, kind: 'line', value: name, isRequired: true },
        { name: 'email', label: form.email, kind: 'email', value: email, isRequired: true },
        { name: 'message', label: form.message, kind: 'area', value: message, isRequired: true },
      ],
      ...(list.length > 0 && { questions: { list, texts } }),
      consent: { before: form.consentBefore, link: form.consentLink, after, isBox: true },
      button: card.send,
    }
  },
  async press(ctx, { service }, { fields, referer, ...visit }) {
    const [{ toast }, { publicUrl }] = await Promise.all([wordedTexts(ctx, leadsTexts), ctx.site(ctx)])
    const given = { ...fields, service, service_id: service, form: 'chat' }
    const source = readInquirySource(given, { publicUrl, referer })
    const { leadId } = await submitInquiry(ctx, { ...visit, fields: given, source, asks: 'optional' })
    return { leadId, done: `${toast.sentTitle} ${toast.sentText}` }
  },
})

export const createLeadAction = defineAction({
  name: 'create_lead',
  title: 'Leave an inquiry',
  description:
    'Stores an inquiry as the contact form does: it opens a lead, and the team and the sender get a mail.',
  input: z.strictObject({
    ...mapNames([...required, ...optional], formField),
    service: text(200).default('').describe('The id of a service'),
    plan: text(200).default('').describe('The id of a plan'),
    answers: z
      .array(
        z.strictObject({
          question: text(200).describe('The id or the words of an own question of the form'),
          answer: z.union([text(2000), z.array(text(200)).max(20)]),
        }),
      )
      .max(20)
      .default([]),
    language: readerLanguage,
    consent: z.literal(true).describe('The person agreed to the terms and the privacy policy'),
  }),
  output: leadDetail,
  permission: 'leads.write',
  effect: 'adds',
  isForVisitors: true,
  card: inquiryCard,
  rest: { method: 'POST', path: '/leads', location: '/leads/{id}' },
  async run(outer, { consent, answers, language, ...given }, { clientAddress }) {
    const ctx = await inLanguage(outer, language)
    const { publicUrl } = await ctx.site(ctx)
    const answered = await fieldsOf(ctx, answers)
    const fields = { ...given, ...answered, service_id: given.service, consent: String(consent), form: 'api' }
    const source = readInquirySource(fields, { publicUrl, referer: null })
    const { leadId } = await submitInquiry(ctx, { fields, source, clientAddress, asks: 'optional' })
    await recordChange(ctx, { what: 'lead.created', subject: { id: leadId } })
    return readLead(ctx, leadId)
  },
})

type Given = readonly { question: string; answer: string | string[] }[]

/** @throws {FieldErrors} if no such question is asked */
async function fieldsOf(ctx: Ctx, answers: Given): Promise<Record<string, string>> {
  const { asked } = await readContactQuestions(ctx)
  const fields = answers.flatMap(({ question, answer }) => {
    const known = asked.find((each) => each.id === question || each.text === question)
    if (!known) throw new FieldErrors({ answers: `The form has no question “${question}”.` })
    if (known.kind === 'file')
      throw new FieldErrors({ answers: 'A file can only be sent with the form of the site.' })
    const [name, values] = [answerField(known.id), typeof answer === 'string' ? [answer] : answer]
    return values.map((value, n) => [n === 0 ? name : `${name}-${n}`, value])
  })
  return Object.fromEntries(fields)
}
