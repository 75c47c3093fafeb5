import type { BadgeTone } from '#app/ui/badge.tsx'
import type { ChatOutcome } from '#app/platform/db/schema/chat.ts'

/** How a reply can have ended, as the list can be filtered by. */
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
