import { z } from 'zod'

import { isRequiredLeadField, type LeadFieldName, leadFieldNames } from '#app/features/leads/lead-fields.ts'
import { leadStatuses } from '#app/features/leads/lead-status.ts'
import type { ListedLead } from '#app/features/leads/list-leads.server.ts'
import { kindNames } from '#app/lib/question-kinds.ts'
import { mapNames } from '#app/lib/map-names.ts'

import { id, isoTime, time } from '../fields.ts'

const optional = z.string().nullable()

const released: readonly LeadFieldName[] = ['name', 'email', 'phone', 'company', 'country', 'message']

/** In the order of the API, where newer fields follow the released ones. */
export const recordFieldNames = [...new Set([...released, ...leadFieldNames])]

/** A lead as the API, tools and webhooks show it. */
export const leadRecord = z.object({
  id,
  createdAt: time,
  updatedAt: time,
  status: z.enum(leadStatuses),
  ...mapNames(recordFieldNames, (name) => (isRequiredLeadField(name) ? z.string() : optional)),
  service: optional,
  plan: optional,
  isSpam: z.boolean(),
  assigneeId: optional.describe('The member it is assigned to'),
  valueCents: z.int().nullable().describe('Its value, in hundredths of the site’s currency'),
  nextStep: optional,
  dueOn: optional.describe('The day until which the next step is due, such as 2026-11-25'),
  tags: z.array(z.string()),
  answers: z
    .array(
      z.object({
        questionId: z.string(),
        question: z.string().describe('As it was asked'),
        kind: z.enum(kindNames),
        answer: z.union([z.string(), z.array(z.string())]).describe('A list where several can be chosen'),
        file: z
          .object({
            name: z.string(),
            size: z.int().describe('In bytes'),
            url: z.string().describe('From where members who are signed in download it'),
          })
          .optional(),
      }),
    )
    .describe('The answers to own questions of the form or of the meeting'),
  language: optional.describe('The language that the sender read, such as de or pt-BR'),
  assistant: optional.describe('The name of the assistant in whose conversation it was left'),
})

export function toLeadRecord(lead: ListedLead): z.input<typeof leadRecord> {
  const { created_at, updated_at, spam_reason, assignee_id, value_cents, next_step, due_on, ...rest } = lead
  return {
    ...rest,
    createdAt: isoTime(created_at),
    updatedAt: isoTime(updated_at),
    isSpam: spam_reason !== null,
    assigneeId: assignee_id,
    valueCents: value_cents,
    nextStep: next_step,
    dueOn: due_on,
  }
}

export const leadDetail = leadRecord.extend({
  personId: optional,
  history: z
    .array(z.object({ at: time, kind: z.string(), by: optional, text: optional }))
    .describe('The newest first, at most 100'),
})
