import type { BadgeTone } from '#app/ui/badge.tsx'

import type { LeadStatus } from '../lead-status.ts'

export const statusTone: Record<LeadStatus, BadgeTone> = {
  new: 'accent',
  contacted: 'plain',
  proposal: 'warning',
  won: 'success',
  lost: 'danger',
}
