import type { Toast } from '#app/lib/form-answer.ts'

import type { StatusChange } from '../change-lead.server.ts'

/** Returns the form fields with which the toast of a status change undoes it. */
export function undoOfStatus({ id, status, seen, projectEndedAt }: StatusChange): Toast['undo'] {
  const fields: Record<string, string> = { intent: 'undo-status', status }
  if (seen) fields['seen'] = seen
  if (projectEndedAt) fields['ended'] = String(projectEndedAt)
  return { action: `/admin/leads/${id}`, fields }
}
