import type { ChatOutcome } from '#app/platform/db/schema/chat.ts'
import type { BadgeTone } from '#app/ui/badge.tsx'

export const replyOutcomes = ['whole', 'cut', 'stopped', 'failed', 'withheld', 'demo'] as const

export const outcomeNames: Record<ChatOutcome, string> = {
  pending: 'Under way',
  whole: 'Answered',
  cut: 'Cut off',
  stopped: 'Stopped',
  failed: 'Failed',
  withheld: 'Withheld',
  demo: 'Demo',
}

export const outcomeTone: Record<ChatOutcome, BadgeTone> = {
  pending: 'accent',
  whole: 'success',
  cut: 'warning',
  stopped: 'plain',
  failed: 'danger',
  withheld: 'danger',
  demo: 'plain',
}

export const ratingNames = { helpful: 'Helpful', unhelpful: 'Not helpful' } as const

export const ratingFilters = { ...ratingNames, comment: 'With a comment' } as const

export type RatingFilter = keyof typeof ratingFilters

export function pageName(page: string | null): string {
  if (page === null) return 'Page unknown'
  return page === '/' ? 'Home page' : page
}

/** Shows hundredths of a cent, because a reply costs a fraction of a cent. */
export function formatCost(micros: number): string {
  const isTiny = micros > 0 && micros < 100
  return isTiny ? '< $0.0001' : `$${(micros / 1_000_000).toFixed(4)}`
}
