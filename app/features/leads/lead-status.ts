import type { BadgeTone } from '#app/ui/badge.tsx'

/** The stages of a lead, in order; won and lost are final. */
export const leadStatuses = ['new', 'contacted', 'proposal', 'won', 'lost'] as const

export type LeadStatus = (typeof leadStatuses)[number]

export const statusNames: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  proposal: 'Proposal',
  won: 'Won',
  lost: 'Lost',
}

export const statusTone: Record<LeadStatus, BadgeTone> = {
  new: 'accent',
  contacted: 'plain',
  proposal: 'warning',
  won: 'success',
  lost: 'danger',
}
