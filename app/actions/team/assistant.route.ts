import { z } from 'zod'

import { form, formAction } from '#app/platform/http/form-action.server.ts'

import { confirmProposal, undoConfirmed } from './confirm.server.ts'
import { jsonField } from './json-field.ts'

const done = z.object({
  action: z.string().max(100),
  input: jsonField(z.record(z.string(), z.unknown())),
})

const proposal = done.extend({ id: z.uuid() })

const undoing = done.extend({ made: jsonField(z.record(z.string(), z.unknown()).nullable()) })

const MAX_BYTES = 256 * 1024

export const action = formAction(
  {
    confirm: form({
      schema: proposal,
      run: (ctx, input, { visit }) => confirmProposal(ctx, input, visit),
      toast: ({ title, undo }) => ({
        title: 'Done',
        text: `${title}.`,
        ...(undo && {
          undo: {
            action: '/admin/assistant',
            fields: {
              intent: 'undo',
              action: undo.action,
              input: JSON.stringify(undo.input),
              made: JSON.stringify(undo.made),
            },
          },
        }),
      }),
      rejected: 'Nothing was changed',
    }),
    undo: form({
      schema: undoing,
      run: (ctx, input, { visit }) => undoConfirmed(ctx, input, visit),
      toast: { title: 'Undone' },
      rejected: 'Not undone',
    }),
  },
  { maxBytes: MAX_BYTES },
)
