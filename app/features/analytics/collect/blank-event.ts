import type { StoredEvent } from '../rollups/dimensions.ts'

/** An event of which nothing is known but what and when. */
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
  }
}
