import { z } from 'zod'

import { form, textField } from '#app/platform/http/form-action.server.ts'

import { deleteView, saveView } from '../work/saved-views.server.ts'

const viewSchema = z.object({ name: textField, query: textField })

export const viewForms = {
  'save-view': form({
    schema: viewSchema,
    run: saveView,
    toast: ({ name }) => ({ title: `View “${name}” saved` }),
  }),
  'undo-view': form({
    schema: viewSchema,
    async run(ctx, input) {
      await saveView(ctx, input)
    },
    toast: { title: 'Undone' },
  }),
  'delete-view': form({
    schema: z.object({ view: textField }),
    run: deleteView,
    toast: ({ name, query }) => ({
      title: `View “${name}” deleted`,
      undo: { action: '/admin/leads', fields: { intent: 'undo-view', name, query } },
    }),
  }),
}
