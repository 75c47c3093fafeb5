import { z } from 'zod'

import { assignLead, changeLeadStatus } from '#app/features/leads/change-lead.server.ts'
import { workFields } from '#app/features/leads/lead-fields.ts'
import { leadStatuses } from '#app/features/leads/lead-status.ts'
import { changeLeadWork } from '#app/features/leads/work/change-lead-work.server.ts'
import { MOST_TAGS, TAG_MAX } from '#app/features/leads/work/lead-work.ts'
import { MOST_HUNDREDTHS } from '#app/lib/amounts.ts'

import { defineAction } from '../define-action.ts'
import { id, text } from '../fields.ts'

import { readLead } from './get-lead.action.server.ts'
import { leadDetail } from './lead-record.ts'

export const changeLeadAction = defineAction({
  name: 'change_lead',
  title: 'Change a lead',
  description:
    'Changes the status, assignee, value, next step, due date or tags of a lead. Fields that are left out stay unchanged.',
  input: z.strictObject({
    id,
    status: z.enum(leadStatuses).optional(),
    assigneeId: id.nullable().optional().describe('A member of the team; null for nobody'),
    valueCents: z.int().min(0).max(MOST_HUNDREDTHS).nullable().optional(),
    nextStep: text(workFields.nextStep.limit).nullable().optional(),
    dueOn: text(workFields.dueOn.limit).nullable().optional().describe('A day, such as 2026-11-25'),
    tags: z.array(text(TAG_MAX)).max(MOST_TAGS).optional().describe('All of its tags'),
  }),
  output: leadDetail,
  permission: 'leads.write',
  effect: 'changes',
  isForVisitors: false,
  rest: { method: 'PATCH', path: '/leads/{id}' },
  async run(ctx, { id: leadId, status, assigneeId, ...work }) {
    const { status: current, assigneeId: attends } = await readLead(ctx, leadId)
    if (status !== undefined && status !== current) await changeLeadStatus(ctx, { id: leadId, status })
    if (assigneeId !== undefined && assigneeId !== attends) await assignLead(ctx, { id: leadId, assigneeId })
    await changeLeadWork(ctx, { id: leadId, set: work })
    return readLead(ctx, leadId)
  },
})
