import type { HitRequest } from '#app/features/analytics/collect/collector.server.ts'
import { type Collector, createCollector } from '#app/features/analytics/collect/collector.server.ts'
import { createSalts } from '#app/features/analytics/collect/salts.server.ts'
import { starterPages } from '#app/features/content/starter/starter-pages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { VisitorHints } from '#app/platform/events.ts'

const names = new Map(
  starterPages.flatMap(({ id, document }) => (document.service ? [[id, document.name] as const] : [])),
)
const pages = new Map([...names.keys()].map((id) => [`/services/${id}`, id]))

export const chromeAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'

export function testVisitor(overrides: Partial<VisitorHints> = {}): VisitorHints {
  return {
    clientAddress: '203.0.113.7',
    userAgent: chromeAgent,
    language: 'en',
    asksPrivacy: false,
    ...overrides,
  }
}

/** Returns a page view as the page's script sends it. */
export function pageHit(
  url: string,
  { hit, ...overrides }: Partial<HitRequest> & { hit?: object } = {},
): HitRequest {
  return {
    body: JSON.stringify({ u: url, r: '', z: 'Europe/Berlin', w: false, ...hit }),
    visitor: testVisitor(),
    isOwner: false,
    host: 'localhost:3000',
    ...overrides,
  }
}

/** Creates a collector for which every path except `/nowhere` is a page. */
export function testCollector(ctx: Ctx, options: { storesFirst?: boolean } = {}): Collector {
  return createCollector(ctx, {
    salts: createSalts(),
    services: () => ({ names, pages }),
    hasPage: (path) => path !== '/nowhere',
    ...options,
  })
}
