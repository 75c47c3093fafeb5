import { withoutAddresses } from '#app/lib/addresses-in-text.ts'
import { readableLine } from '#app/lib/readable-text.ts'

import type { StoredEvent } from '../rollups/dimensions.ts'

export function blankEvent(kind: StoredEvent['kind'], at: number): StoredEvent {
  return {
    at,
    kind,
    visitor: null,
    path: null,
    landing: null,
    service: null,
    referrer: null,
    utm: null,
    country: null,
    device: null,
    lcp: null,
    cls: null,
    inp: null,
    ttfb: null,
    language: null,
  }
}

const LONGEST = 120

const MISSING = '–'

/**
 * Returns a campaign's labels as `source / medium / campaign`, null if it has none. A channel is read from the first two. E-mail
 * addresses, which some newsletters put into links, are left out: an erasure could not remove them from the figures.
 */
export function campaignOf(labels: readonly (string | null | undefined)[]): string | null {
  const parts = labels.map(
    (label) =>
      (label && readableLine(withoutAddresses(label).slice(0, LONGEST))?.replaceAll(/ ?\/ ?/g, '/')) ||
      MISSING,
  )
  while (parts.at(-1) === MISSING) parts.pop()
  const line = parts.join(' / ').slice(0, LONGEST)
  return line.replace(/[\uD800-\uDBFF]$/, '').trim() || null
}

export type ServiceNames = ReadonlyMap<string, string>

/** The services in one of the site's languages; ids by the paths of their pages, without the prefix of the language. */
export type SiteServices = { names: ServiceNames; pages: ReadonlyMap<string, string> }

/** Returns the slug of a service given its slug or name, or null if it is unknown. */
export function findService(services: ServiceNames, text: string | null | undefined): string | null {
  if (!text) return null
  if (services.has(text)) return text
  return [...services].find(([, name]) => name === text)?.[0] ?? null
}
