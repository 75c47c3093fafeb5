/** A lead's way, in order; won and lost end it. */
export const leadStatuses = ['new', 'contacted', 'proposal', 'won', 'lost'] as const

export type LeadStatus = (typeof leadStatuses)[number]

export const statusNames: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  proposal: 'Proposal',
  won: 'Won',
  lost: 'Lost',
}
