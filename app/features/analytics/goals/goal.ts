import type { EventKind } from '#app/platform/db/schema/analytics.ts'

/** What the owner counts as success: a visit to a page, or an event. */
export type Goal = { id: string; name: string; kind: 'page' | GoalEvent; path: string | null }

export type GoalEvent = Extract<EventKind, 'contact_form' | 'chat' | 'service_inquiry'>

export const goalEvents: Readonly<Record<GoalEvent, string>> = {
  contact_form: 'An inquiry is sent',
  chat: 'A chat is started',
  service_inquiry: '"Get Started" or a plan’s button is pressed',
}
