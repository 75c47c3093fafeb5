import type { BadgeTone } from './badge.tsx'

type EmailState = 'waiting' | 'held' | 'sent' | 'failed' | 'dismissed'

export const emailStateNames: Record<EmailState, string> = {
  waiting: 'Waiting',
  held: 'Held',
  sent: 'Sent',
  failed: 'Failed',
  dismissed: 'Dismissed',
}

export const emailStateTone: Record<EmailState, BadgeTone> = {
  waiting: 'plain',
  held: 'warning',
  sent: 'success',
  failed: 'danger',
  dismissed: 'plain',
}
