import { z } from 'zod'

import { monthsBefore } from '#app/lib/days.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { KEEP_MONTHS } from './audit-query.ts'

/** Nothing else deletes from the audit log. */
export const deleteOldAuditEntries = defineJob({
  name: 'delete-old-audit-entries',
  lane: 'other',
  payload: z.object({}),
  async run(ctx) {
    const limit = monthsBefore(ctx.clock.now(), KEEP_MONTHS)
    await ctx.db.deleteFrom('audit_entry').where('at', '<', limit).execute()
  },
})
