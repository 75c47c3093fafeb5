import type { SeededRandom } from '#app/lib/seeded-random.ts'
import { SECOND } from '#app/platform/clock.ts'

import { blankEvent } from './collect/event-fields.ts'
import type { StoredEvent } from './rollups/dimensions.ts'

/** Paths with weights by how often they are read. */
export type SeededPages = readonly (readonly [path: string, weight: number])[]

type Weighed<Item> = readonly (readonly [Item, number])[]

const origins: Weighed<readonly [referrer: string, utm: string | null]> = [
  [['direct', null], 30],
  [['google.com', null], 30],
  [['bing.com', null], 4],
  [['duckduckgo.com', null], 2],
  [['linkedin.com', null], 7],
  [['facebook.com', null], 2],
  [['news.ycombinator.com', null], 1],
  [['chatgpt.com', 'chatgpt.com'], 5],
  [['perplexity.ai', null], 2],
  [['claude.ai', null], 1.2],
  [['gemini.google.com', null], 0.8],
  [['copilot.microsoft.com', null], 0.6],
  [['google.com', 'google / cpc / voice-agents'], 6],
  [['direct', 'newsletter / email / autumn'], 3],
  [['linkedin.com', 'linkedin / social / launch'], 2],
  [['partner.example', null], 2],
  [['reviews.example', null], 1.4],
]
const countries: Weighed<string> = [
  ['US', 30],
  ['DE', 18],
  ['GB', 11],
  ['IN', 9],
  ['FR', 6],
  ['PT', 5],
  ['ES', 5],
  ['CA', 4],
  ['NL', 4],
  ['BR', 3],
  ['JP', 2],
  ['GH', 1.5],
  ['AU', 1.5],
]
const devices: Weighed<'desktop' | 'mobile' | 'tablet'> = [
  ['desktop', 56],
  ['mobile', 40],
  ['tablet', 4],
]
const hours: Weighed<number> = [
  2, 1, 1, 1, 1, 2, 3, 5, 8, 10, 11, 11, 9, 10, 11, 11, 10, 9, 7, 6, 6, 5, 4, 3,
].map((weight, hour) => [hour, weight] as const)

type Span = { start: number; end: number; pages: SeededPages }

/** Returns the events of one visitor: some page views, perhaps "Get Started", and the vitals of the first page. */
export function seedVisit(random: SeededRandom, { start, end, pages }: Span): StoredEvent[] {
  // Scales the distribution of a whole day to the part that has passed.
  const share = (random.weigh(hours) + random.next()) / 24
  let at = start + Math.floor(share * (end - start))
  const visitor = Array.from({ length: 2 }, () =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
  const [referrer, utm] = random.weigh(origins)
  const common = { visitor, country: random.weigh(countries), device: random.weigh(devices) }
  const events: StoredEvent[] = []
  for (let isOn = true; isOn; isOn = random.next() < 0.55 && at < end - 1) {
    const path = random.weigh(pages)
    const from = events.length === 0 ? { referrer, utm } : {}
    events.push({ ...blankEvent('page_view', at), ...common, path, ...from })
    const service = /^\/services\/(.+)$/.exec(path)?.[1]
    if (service !== undefined && random.next() < 0.03)
      events.push({ ...blankEvent('service_inquiry', at), ...common, path, service })
    at = Math.min(end - 1, at + (10 + random.below(170)) * SECOND)
  }
  if (random.next() < 0.4)
    events.push({ ...blankEvent('web_vitals', at), visitor, ...vitalsOf(random, events[0]) })
  return events
}

function vitalsOf(random: SeededRandom, first: StoredEvent | undefined) {
  const slow = random.next() < 0.1 ? 3 : 1
  const lcp = Math.floor((500 + random.next() * 1400) * slow)
  return {
    path: first ? first.path : null,
    lcp,
    cls: Math.floor(random.next() * 60 * slow),
    ttfb: Math.floor(lcp / 9),
    inp: random.next() < 0.6 ? Math.floor((30 + random.next() * 120) * slow) : null,
  }
}
