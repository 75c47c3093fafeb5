import type { EventTable } from '#app/platform/db/schema/analytics.ts'

/** The kind of device by its user agent. An iPad that asks for desktop pages calls itself a Mac, and is taken at its word. */
export function deviceOf(userAgent: string): NonNullable<EventTable['device']> {
  if (/ipad|tablet|kindle|silk\/|playbook|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobi|iphone|ipod|android|phone|blackberry|opera mini/i.test(userAgent) ? 'mobile' : 'desktop'
}
