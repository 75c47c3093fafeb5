import { redirect } from 'react-router'
import { z } from 'zod'

import { restoreConversation } from '#app/features/chat/conversations/delete-conversation.server.ts'
import { restoreTestQuestion } from '#app/features/chat/quality/questions/change-test-question.server.ts'
import { undeletePage } from '#app/features/content/pages/delete-page.server.ts'
import { restoreItem } from '#app/features/knowledge/items/change-item.server.ts'
import { restoreLead } from '#app/features/leads/delete-lead.server.ts'
import { restorePerson } from '#app/features/people/delete-person.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { DeletionKind } from '#app/platform/db/schema/deletion.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'

const schema = z.object({ id: textField, stay: textField })

/** Opens the restored record, unless it was deleted from a list. */
function undoForm(
  restore: (ctx: Ctx, deletionId: string) => Promise<string>,
  pathOf: (id: string) => string,
) {
  return form({
    schema,
    async run(ctx, { id, stay }) {
      const subjectId = await restore(ctx, id)
      if (!stay) return redirect(pathOf(subjectId), 303)
      return {}
    },
    toast: { title: 'Restored' },
    rejected: 'Not restored',
  })
}

const forms = {
  lead: undoForm(restoreLead, (id) => `/admin/leads/${id}`),
  conversation: undoForm(restoreConversation, (id) => `/admin/conversations/${id}`),
  question: undoForm(restoreTestQuestion, (id) => `/admin/quality/questions/${id}`),
  person: undoForm(restorePerson, (id) => `/admin/people/${id}`),
  item: undoForm(restoreItem, (id) => `/admin/knowledge/${id}`),
  page: undoForm(undeletePage, (id) => `/admin/pages/${id}/details`),
} satisfies Record<DeletionKind, unknown>

export const action = formAction(forms)

/** Shown only without JavaScript, when a deletion can no longer be undone. */
export default function UndoDeletionRoute() {
  return (
    <AdminPage title="Undo">
      <p className="text-secondary">Deletions can be undone for a short time only.</p>
    </AdminPage>
  )
}
