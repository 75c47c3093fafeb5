import { z } from 'zod'

import { addLeadNote, NOTE_MAX } from '#app/features/leads/change-lead.server.ts'

import { defineAction } from '../define-action.ts'
import { id, text } from '../fields.ts'

import { readLead } from './get-lead.action.server.ts'
import { leadDetail } from './lead-record.ts'

export const addLeadNoteAction = defineAction({
  name: 'add_lead_note',
  title: 'Add a note to a lead',
  description: 'Adds a note to the history of a lead, which only the team sees.',
  input: z.strictObject({ id, note: text(NOTE_MAX).min(1) }),
  output: leadDetail,
  permission: 'leads.write',
  effect: 'adds',
  isForVisitors: false,
  rest: { method: 'POST', path: '/leads/{id}/notes', location: '/leads/{id}' },
  async run(ctx, input) {
    await addLeadNote(ctx, input)
    return readLead(ctx, input.id)
  },
})
