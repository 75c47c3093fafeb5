import { alwaysOpen, DAY_MINUTES, openingAt } from '#app/lib/business-hours.ts'
import { noticeKindNames, type NoticeKind } from '#app/platform/notice-events.ts'

/** In the order of use: the channel that reaches a person soonest comes first. */
export const channelNames = { push: 'Push', slack: 'Slack', discord: 'Discord', mail: 'Mail' } as const

export type ChannelName = keyof typeof channelNames

export const channelOrder = Object.keys(channelNames) as ChannelName[]

export type Channels = Readonly<Record<NoticeKind, readonly ChannelName[]>>

/** Minutes until the next channel is used; 0 means never. */
export const waits = [0, 1, 2, 5, 15, 60] as const

/** Minutes after midnight in the member's time zone; `from` exceeds `to` if the range spans midnight. */
export type QuietHours = { from: number; to: number; timeZone: string }

export type NoticePreferences = {
  channels: Channels
  waitMinutes: number
  quiet: QuietHours | null
  timeZone: string
}

/** Inquiries and waiting visitors are mailed to the notice addresses of the settings anyway. */
export const defaultChannels: Channels = {
  chat: [],
  inquiry: [],
  booking: ['mail'],
  answer: [],
  assigned: ['mail'],
  mention: ['mail'],
  mail: [],
}

export const DEFAULT_WAIT = 5

/** Stored preferences may lack newer kinds or name channels that no longer exist. */
export function readChannels(stored: unknown): Channels {
  const known = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  const read = (kind: NoticeKind) => {
    const chosen = known[kind]
    if (!Array.isArray(chosen)) return defaultChannels[kind]
    return channelOrder.filter((name) => chosen.includes(name))
  }
  return Object.fromEntries(noticeKindNames.map((kind) => [kind, read(kind)])) as Channels
}

/** Returns when quiet hours at a moment end, in milliseconds UTC, or the moment itself if it is in none. */
export function quietUntil(quiet: QuietHours | null, at: number): number {
  if (!quiet || quiet.from === quiet.to) return at
  const { from, to, timeZone } = quiet
  const awake =
    from > to
      ? [{ from: to, to: from }]
      : [
          { from: 0, to: from },
          { from: to, to: DAY_MINUTES },
        ]
  const opening = openingAt({ week: alwaysOpen.week.map(() => awake), closedOn: [] }, timeZone, at)
  return opening.isOpen ? at : (opening.opensAt ?? at)
}
