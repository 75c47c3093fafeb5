import type { EventKind } from '#app/platform/db/schema/analytics.ts'

const titles: Record<EventKind, string> = {
  page_view: 'Page view',
  contact_form: 'Inquiry',
  service_inquiry: 'Interest in a service',
  chat: 'Chat begun',
  web_vitals: 'Web vitals',
}

/** What an event is called where people read it. */
export function activityTitle(kind: EventKind): string {
  return titles[kind]
}
