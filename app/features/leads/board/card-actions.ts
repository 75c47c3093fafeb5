import type { ListedMember } from '#app/platform/members.server.ts'

import type { LeadStatus } from '../lead-status.ts'

import type { Card } from './read-board.server.ts'

/** The drag data type of a card; no other page offers it. */
export const DRAGGED = 'application/x-lead'

export type CardFacts = { assignees: readonly ListedMember[]; currency: string; today: string }

export type CardActions = {
  mayMove: boolean
  move: (card: Card, to: LeadStatus) => void
  moveById: (id: string, to: LeadStatus) => void
  onKey: (event: React.KeyboardEvent, card: Card) => void
  keysId: string
}
