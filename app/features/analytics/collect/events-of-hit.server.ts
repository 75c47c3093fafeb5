import { withoutAddresses } from '#app/lib/addresses-in-text.ts'

import type { StoredEvent } from '../rollups/dimensions.ts'

import { blankEvent } from './blank-event.ts'
import { campaignOf } from './campaign.ts'
import { deviceOf } from './device-of.ts'
import type { Hit } from './parse-hit.ts'
import { findService, type ServiceNames } from './service-names.ts'

const LONGEST_PATH = 200

export type Surroundings = {
  at: number
  visitorHash: string
  country: string | null
  userAgent: string
  /** Host names under which this site is reached: a referrer of theirs is no source. */
  ownHosts: readonly (string | undefined)[]
  services: ServiceNames
}

/** What a hit is stored as. */
export function eventsOfHit(hit: Hit, around: Surroundings): StoredEvent[] {
  const url = new URL(hit.url, 'http://site.invalid')
  const { referrer, isInternal } = readReferrer(hit.referrer, around.ownHosts)
  const common = { visitor: around.visitorHash, path: withoutAddresses(url.pathname).slice(0, LONGEST_PATH) }
  if (hit.vitals) return [{ ...blankEvent('web_vitals', around.at), ...common, ...hit.vitals }]
  const view: StoredEvent = {
    ...blankEvent('page_view', around.at),
    ...common,
    referrer,
    utm: campaignOf(['utm_source', 'utm_medium', 'utm_campaign'].map((key) => url.searchParams.get(key))),
    country: around.country,
    device: deviceOf(around.userAgent),
  }
  const service = findService(around.services, askedFor(url, hit))
  if (hit.isGetStarted) return service === null ? [] : [{ ...view, kind: 'service_inquiry', service }]
  return service !== null && isInternal ? [view, { ...view, kind: 'service_inquiry', service }] : [view]
}

/** "Get Started" leads to the contact page with the service in its address, or down a service's own page. */
function askedFor(url: URL, hit: Hit): string | null {
  if (hit.isGetStarted) return /^\/services\/([^/]+)$/.exec(url.pathname)?.[1] ?? null
  return url.pathname === '/contact' ? url.searchParams.get('service') : null
}

function readReferrer(
  text: string,
  ownHosts: Surroundings['ownHosts'],
): { referrer: string | null; isInternal: boolean } {
  if (text === '') return { referrer: 'direct', isInternal: false }
  const url = URL.parse(text)
  if (!url) return { referrer: null, isInternal: false }
  if (ownHosts.includes(url.host)) return { referrer: null, isInternal: true }
  const host = /^https?:$/.test(url.protocol) ? url.hostname : url.protocol.slice(0, -1)
  return { referrer: host.replace(/^www\./, '').slice(0, 100) || null, isInternal: false }
}
