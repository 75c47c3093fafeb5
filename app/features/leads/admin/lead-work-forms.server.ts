import { z } from 'zod'

import type { Toast } from '#app/lib/form-answer.ts'
import { mapNames } from '#app/lib/map-names.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { form, textField } from '#app/platform/http/form-action.server.ts'

import { assignLead } from '../change-lead.server.ts'
import { workFieldNames, workFields } from '../lead-fields.ts'
import { changeLeadWork, type WorkChange } from '../work/change-lead-work.server.ts'
import { noWork, readWork, workText } from '../work/lead-work.ts'

const workSchema = z.object({
  id: z.string(),
  ...mapNames(workFieldNames, () => z.string().optional()),
  seen: z.string().optional(),
})

/** Changes one field; `seen` is the value that the page showed. */
async function changeWork(ctx: Ctx, { id, seen, ...typed }: z.output<typeof workSchema>) {
  const name = workFieldNames.find((each) => typed[each] !== undefined)
  return changeLeadWork(ctx, {
    id,
    set: readWork(typed),
    ...(name && seen !== undefined && { seen: readWork({ [name]: seen }) }),
  })
}

function savedToast({ id, set, seen }: WorkChange): Toast | undefined {
  const name = workFieldNames.find((each) => set[each] !== undefined)
  if (!name) return undefined
  const text = (work: WorkChange['set'] = {}) => workText(name, { ...noWork, ...work })
  const fields = { intent: 'undo-work', [name]: text(set), seen: text(seen) }
  return { title: `${workFields[name].heading} saved`, undo: { action: `/admin/leads/${id}`, fields } }
}

const assignSchema = z.object({ id: z.string(), memberId: textField, seen: z.string().optional() })

async function assign(ctx: Ctx, { id, memberId, seen }: z.output<typeof assignSchema>) {
  const assigneeId = memberId || null
  const before = await assignLead(ctx, {
    id,
    assigneeId,
    ...(seen !== undefined && { seen: seen || null }),
  })
  return { id, memberId: before === null ? '' : before, seen: memberId }
}

export const workForms = {
  work: form({ schema: workSchema, run: changeWork, toast: savedToast }),
  'undo-work': form({
    schema: workSchema,
    async run(ctx, input) {
      await changeWork(ctx, input)
    },
    toast: { title: 'Undone' },
  }),
  assign: form({
    schema: assignSchema,
    run: assign,
    toast: ({ id, ...fields }, { memberId }) => ({
      title: memberId === '' ? 'Unassigned' : 'Assigned',
      undo: { action: `/admin/leads/${id}`, fields: { intent: 'undo-assign', ...fields } },
    }),
  }),
  'undo-assign': form({
    schema: assignSchema,
    async run(ctx, input) {
      await assign(ctx, input)
    },
    toast: { title: 'Undone' },
  }),
}
