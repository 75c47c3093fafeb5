import { z } from 'zod'

import { assignLead, changeLeadStatus } from '#app/features/leads/change-lead.server.ts'
import { leadStatuses } from '#app/features/leads/lead-status.ts'

import { defineAction } from '../define-action.ts'
import { id } from '../fields.ts'

import { readLead } from './get-lead.action.server.ts'
import { leadDetail } from './lead-record.ts'

export const changeLeadAction = defineAction({
  name: 'change_lead',
  title: 'Change a lead',
  description: 'Changes the status of a lead, or who attends to it. What is left out stays as it is.',
  input: z.strictObject({
    id,
    status: z.enum(leadStatuses).optional(),
    assigneeId: id.nullable().optional().describe('A member of the team; null for nobody'),
  }),
  output: leadDetail,
  permission: 'leads.write',
  effect: 'changes',
  isForVisitors: false,
  asksFirst: true,
  rest: { method: 'PATCH', path: '/leads/{id}' },
  async run(ctx, { id: leadId, status, assigneeId }) {
    const { status: current, assigneeId: attends } = await readLead(ctx, leadId)
    if (status !== undefined && status !== current) await changeLeadStatus(ctx, { id: leadId, status })
    if (assigneeId !== undefined && assigneeId !== attends) await assignLead(ctx, { id: leadId, assigneeId })
    return readLead(ctx, leadId)
  },
})
