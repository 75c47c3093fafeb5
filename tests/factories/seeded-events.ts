import { storeEvents } from '#app/features/analytics/collect/store-events.server.ts'
import type { StoredEvent } from '#app/features/analytics/rollups/dimensions.ts'
import type { Ctx } from '#app/platform/context.server.ts'

const DAY = 86_400_000

/** Mulberry32, which makes the same events for the same seed on every machine. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const kinds = [
  'page_view',
  'page_view',
  'page_view',
  'web_vitals',
  'contact_form',
  'service_inquiry',
  'chat',
] as const
const paths = ['/', '/contact', '/about', '/blog', '/services/ai-chatbots', '/services/ai-voice-agents']
const germanPaths = ['/de', '/de/contact']
const referrers = [null, null, 'direct', 'google.com', 'news.example.org', 'chatgpt.com']
const campaigns = [null, null, 'news / autumn', 'google / cpc / voice']
const countries = ['DE', 'US', 'IN', null]
const devices = ['desktop', 'mobile', 'tablet'] as const
const services = [
  'ai-chatbots',
  'ai-voice-agents',
  'website-development',
  'ai-video-production',
  'workflow-automation',
  'seo-optimisation',
]

/** Returns events of the `days` days before `until`, oldest first, of a site in two languages. The few visitors recur. */
export function seededEvents({
  seed,
  count,
  days,
  until,
}: {
  seed: number
  count: number
  days: number
  until: number
}): StoredEvent[] {
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() ** 1.5 * items.length)] as Item
  return Array.from({ length: count }, (): StoredEvent => {
    const kind = pick(kinds)
    const isView = kind === 'page_view'
    const language = pick(['en', 'en', 'de'])
    const pickPath = () => pick(language === 'de' ? germanPaths : paths)
    return {
      at: Math.floor(until - random() * days * DAY),
      kind,
      // Events of inquiries and chats have no visitor.
      visitor: kind === 'contact_form' || kind === 'chat' ? null : `visitor-${Math.floor(random() * 40)}`,
      path: pickPath(),
      landing: kind === 'contact_form' ? pickPath() : null,
      service:
        kind === 'service_inquiry' || (kind === 'contact_form' && random() < 0.5) ? pick(services) : null,
      referrer: pick(referrers),
      utm: pick(campaigns),
      country: isView ? pick(countries) : null,
      device: pick(devices),
      lcp: kind === 'web_vitals' ? Math.floor(random() * 6000) : null,
      cls: kind === 'web_vitals' ? Math.floor(random() * 400) : null,
      inp: kind === 'web_vitals' && random() < 0.5 ? Math.floor(random() * 700) : null,
      ttfb: kind === 'web_vitals' ? 120 : null,
      language,
    }
  }).toSorted((a, b) => a.at - b.at)
}

/** Stores events in batches, as the collector would. */
export async function storeSeeded(ctx: Ctx, events: readonly StoredEvent[], atOnce = 97): Promise<void> {
  for (let n = 0; n < events.length; n += atOnce) await storeEvents(ctx, events.slice(n, n + atOnce))
}
