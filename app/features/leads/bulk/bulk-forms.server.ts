import { z } from 'zod'

import type { Toast } from '#app/lib/form-answer.ts'
import { AppError } from '#app/platform/errors.ts'
import { form, textField } from '#app/platform/http/form-action.server.ts'

import { readLeadListQuery } from '../lead-list-query.ts'
import { assignLeads, deleteLeads, setStatusOfLeads } from './change-leads.server.ts'
import type { LeadSelection } from './select-leads.server.ts'
import type { Bulk } from './slices.server.ts'
import { tagLeads } from './tag-leads.server.ts'
import { undoBulk } from './undo-bulk.server.ts'

/** `view` is the query string of the list's URL. */
const selected = z.object({ all: textField, view: textField })
const rejected = 'Nothing was changed'

export const bulkForms = {
  'bulk-status': form({
    schema: selected.extend({ status: textField }),
    run: (ctx, { status, ...input }, { posted }) =>
      setStatusOfLeads(ctx, { selection: selectionOf(input, posted), status }),
    toast: (bulk) => toastOf('Status changed', bulk),
    rejected,
  }),
  'bulk-assign': form({
    schema: selected.extend({ memberId: textField }),
    run: (ctx, { memberId, ...input }, { posted }) =>
      assignLeads(ctx, { selection: selectionOf(input, posted), assigneeId: memberId || null }),
    toast: (bulk) => toastOf('Assigned', bulk),
    rejected,
  }),
  'bulk-tag': tagForm('add', 'Tagged'),
  'bulk-untag': tagForm('remove', 'Tags removed'),
  'bulk-delete': form({
    schema: selected,
    run: (ctx, input, { posted }) => deleteLeads(ctx, { selection: selectionOf(input, posted) }),
    toast: (bulk) => toastOf('Deleted', bulk),
    rejected,
  }),
  'bulk-undo': form({
    schema: z.object({ undo: textField }),
    run: async (ctx, { undo }) => ({ count: await undoBulk(ctx, undo), undo: '' }),
    toast: ({ count }): Toast =>
      count === 0
        ? { title: 'Nothing undone', text: 'Somebody has changed these leads since then.' }
        : { title: 'Undone', text: countOf(count) },
    rejected: 'Not undone',
  }),
}

function tagForm(how: 'add' | 'remove', title: string) {
  return form({
    schema: selected.extend({ tags: textField }),
    run: (ctx, { tags, ...input }, { posted }) =>
      tagLeads(ctx, { selection: selectionOf(input, posted), tags, how }),
    toast: (bulk) => toastOf(title, bulk),
    rejected,
  })
}

function toastOf(title: string, { count, undo }: Bulk): Toast {
  return {
    title,
    text: countOf(count),
    undo: { action: '/admin/leads', fields: { intent: 'bulk-undo', undo } },
  }
}

const countOf = (count: number) => (count === 1 ? '1 lead.' : `${count.toLocaleString('en-US')} leads.`)

function selectionOf({ all, view }: z.infer<typeof selected>, posted: FormData): LeadSelection {
  if (all === 'yes') return { view: readLeadListQuery(new URLSearchParams(view)) }
  const ids = posted.getAll('pick').map(String)
  if (ids.length === 0) throw new AppError('invalid', 'No lead is selected.')
  return { ids }
}
