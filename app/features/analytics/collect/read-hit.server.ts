import { z } from 'zod'

import { withoutAddresses } from '#app/lib/addresses-in-text.ts'
import { referringHost } from '#app/lib/referring-host.ts'
import type { EventTable } from '#app/platform/db/schema/analytics.ts'

import { CONTACT_PAGE, plainPath, type StoredEvent } from '../rollups/dimensions.ts'

import { blankEvent, campaignOf, findService, type SiteServices } from './event-fields.ts'

/** A hit of the pages' script: a page view, a click on "Get Started" or the web vitals of a page that was left. */
export type Hit = {
  path: string
  /** Path and query. */
  url: string
  referrer: string
  timeZone: string | null
  isAutomated: boolean
  /** True for a click on "Get Started" on a service's page. */
  isGetStarted: boolean
  vitals: Pick<StoredEvent, 'lcp' | 'cls' | 'inp' | 'ttfb'> | null
}

const measured = z.number().min(0).max(1e7).optional()

/** The names are short, because every page contains the script that sends them. */
const hitSchema = z.object({
  u: z
    .string()
    .max(2000)
    .regex(/^\/(?!\/)/),
  r: z.string().max(2000).default(''),
  z: z.string().max(64).optional(),
  w: z.boolean().optional(),
  g: z.literal(true).optional(),
  v: z.object({ l: measured, c: measured, i: measured, t: measured }).optional(),
})

/** Returns null for a body that our script would not send. */
export function parseHit(body: string): Hit | null {
  let read: unknown
  try {
    read = JSON.parse(body)
  } catch {
    return null
  }
  const parsed = hitSchema.safeParse(read)
  if (!parsed.success) return null
  const { u, r, z: timeZone, w, g, v } = parsed.data
  return {
    path: u.replace(/\?.*$/s, ''),
    url: u,
    referrer: r,
    timeZone: timeZone || null,
    isAutomated: w ?? false,
    isGetStarted: g ?? false,
    vitals: v ? { lcp: whole(v.l), cls: whole(v.c), inp: whole(v.i), ttfb: whole(v.t) || null } : null,
  }
}

function whole(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value)
}

const LONGEST_PATH = 200

export type Surroundings = {
  at: number
  visitorHash: string
  country: string | null
  userAgent: string
  /** This site's host names; a referrer from one of them is not a source. */
  ownHosts: readonly (string | undefined)[]
  services: SiteServices
  /** Of the page; null while the site has one language. */
  language: string | null
}

export function eventsOfHit(hit: Hit, around: Surroundings): StoredEvent[] {
  const url = new URL(hit.url, 'http://site.invalid')
  const { referrer, isInternal } = readReferrer(hit.referrer, around.ownHosts)
  const common = {
    visitor: around.visitorHash,
    path: withoutAddresses(url.pathname).slice(0, LONGEST_PATH),
    language: around.language,
  }
  if (hit.vitals) return [{ ...blankEvent('web_vitals', around.at), ...common, ...hit.vitals }]
  const view: StoredEvent = {
    ...blankEvent('page_view', around.at),
    ...common,
    referrer,
    utm: campaignOf(['utm_source', 'utm_medium', 'utm_campaign'].map((key) => url.searchParams.get(key))),
    country: around.country,
    device: deviceOf(around.userAgent),
  }
  const { names, pages } = around.services
  const page = plainPath({ path: url.pathname, language: around.language })
  // "Get Started" links to the contact page with the service, or to the form on the service's page.
  const service = hit.isGetStarted
    ? (pages.get(page) ?? null)
    : findService(names, page === CONTACT_PAGE ? url.searchParams.get('service') : null)
  if (hit.isGetStarted) return service === null ? [] : [{ ...view, kind: 'service_inquiry', service }]
  return service !== null && isInternal ? [view, { ...view, kind: 'service_inquiry', service }] : [view]
}

function readReferrer(
  text: string,
  ownHosts: Surroundings['ownHosts'],
): { referrer: string | null; isInternal: boolean } {
  if (text === '') return { referrer: 'direct', isInternal: false }
  const url = URL.parse(text)
  if (!url) return { referrer: null, isInternal: false }
  if (ownHosts.includes(url.host)) return { referrer: null, isInternal: true }
  const host = referringHost(url) ?? url.protocol.slice(0, -1)
  return { referrer: host.replace(/^www\./, '').slice(0, 100) || null, isInternal: false }
}

/** Returns the device type of a user agent. An iPad that requests desktop pages counts as a Mac. */
export function deviceOf(userAgent: string): NonNullable<EventTable['device']> {
  if (/ipad|tablet|kindle|silk\/|playbook|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobi|iphone|ipod|android|phone|blackberry|opera mini/i.test(userAgent) ? 'mobile' : 'desktop'
}
