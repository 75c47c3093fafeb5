import { createHash, timingSafeEqual } from 'node:crypto'

import type { Context } from 'hono'

import type { Application } from '../application.ts'
import type { PageCache } from '../page-cache.ts'

import { watchProcess } from './process-metrics.ts'
import { type Metric, PROMETHEUS_TYPE, toPrometheusText } from './prometheus-text.ts'
import { RequestMetrics } from './request-metrics.ts'

const ownPaths = new Set(['/healthz', '/readyz', '/readyz/traffic', '/metrics'])

export type ServerMetrics = {
  requests: RequestMetrics
  answer(c: Context, pages: PageCache): Promise<Response>
}

export function createServerMetrics(app: Application): ServerMetrics | null {
  if (app.metrics === null) return null
  const { token, collect } = app.metrics
  const expected = digest(`Bearer ${token}`)
  const requests = new RequestMetrics((path) => {
    if (ownPaths.has(path) || app.directPosts.has(path)) return path
    return path.startsWith('/assets/') ? '/assets/*' : app.sharedPages.routeOf(path)
  })
  const ofProcess = watchProcess()
  return {
    requests,
    async answer(c, pages) {
      // Hashes have equal lengths, so the comparison takes constant time.
      if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected))
        return c.text('A token is required.', 401, { 'www-authenticate': 'Bearer' })
      const metrics = [...requests.collect(), ...ofCache(pages), ...ofProcess(), ...(await collect())]
      return c.body(toPrometheusText(metrics), 200, { 'content-type': PROMETHEUS_TYPE })
    },
  }
}

function ofCache(pages: PageCache): Metric[] {
  return [
    {
      type: 'counter',
      name: 'page_cache_requests_total',
      help: 'Requests for shared pages: served from memory, or rendered and then kept.',
      samples: [
        { labels: { result: 'hit' }, value: pages.hits },
        { labels: { result: 'miss' }, value: pages.misses },
      ],
    },
    {
      type: 'gauge',
      name: 'page_cache_pages',
      help: 'Pages kept in memory.',
      samples: [{ value: pages.size }],
    },
  ]
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
