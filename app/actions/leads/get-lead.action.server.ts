import { z } from 'zod'

import { withFileAddresses } from '#app/features/leads/files/inquiry-files.server.ts'
import { getLead } from '#app/features/leads/get-lead.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { defineAction } from '../define-action.ts'
import { id, isoTime } from '../fields.ts'

import { leadDetail, toLeadRecord } from './lead-record.ts'

/** Also the output of actions that change a lead. */
export async function readLead(ctx: Ctx, leadId: string): Promise<z.input<typeof leadDetail>> {
  const { lead, work, person, events } = await getLead(ctx, leadId)
  const { publicUrl } = await ctx.site(ctx)
  const answers = withFileAddresses(lead.answers, publicUrl)
  return {
    ...toLeadRecord({ ...lead, answers, tags: [...work.tags] }),
    personId: person?.id ?? null,
    history: events.map(({ at, kind, actor, body }) => ({ at: isoTime(at), kind, by: actor, text: body })),
  }
}

export const getLeadAction = defineAction({
  name: 'get_lead',
  title: 'Read a lead',
  description: 'Reads a lead with its notes and its history.',
  input: z.strictObject({ id }),
  output: leadDetail,
  permission: 'leads.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/leads/{id}' },
  run: (ctx, input) => readLead(ctx, input.id),
})
