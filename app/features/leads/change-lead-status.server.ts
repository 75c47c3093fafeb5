import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'

import { changeLead } from './change-lead.server.ts'
import { leadStatuses } from './lead-status.ts'

/** Moves a lead along its way, or back. @throws {FieldErrors} for a status that is none. */
export async function changeLeadStatus(ctx: Ctx, input: { id: string; status: string }): Promise<void> {
  const status = leadStatuses.find((known) => known === input.status)
  if (!status) throw new FieldErrors({ status: 'Please choose a status.' })
  const set = status === 'won' ? { status } : { status, project_ended_at: null }
  await changeLead(ctx, { id: input.id, kind: 'status', body: status, set })
}
