import type { IncomingMessage, ServerResponse } from 'node:http'

import {
  type Distribution,
  emptyObservations,
  type Metric,
  type Observations,
  observe,
  type Sample,
} from './prometheus-text.ts'

const methods = ['GET', 'HEAD', 'POST', 'other'] as const
const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** nginx's status for a client that closed the connection early. */
const LEFT_BEFORE_ANSWERED = 499

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** An array, because it is updated 50,000 times a second. */
export class RouteCounts {
  readonly #counts = new Float64Array(methods.length * classes.length)
  readonly #durations = new Map<number, Observations>()

  count(method: string | undefined, status: number): void {
    const at = methodIndex(method) * classes.length + Math.floor(status / 100) - 1
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
  }

  time(method: string | undefined, seconds: number): void {
    const index = methodIndex(method)
    const known = this.#durations.get(index) ?? emptyObservations(BOUNDS)
    this.#durations.set(index, known)
    observe(known, BOUNDS, seconds)
  }

  samples(route: string): Sample[] {
    return methods.flatMap((method, m) =>
      classes.flatMap((status, c) => {
        const value = this.#counts[m * classes.length + c] ?? 0
        return value > 0 ? [{ labels: { route, method, status }, value }] : []
      }),
    )
  }

  distributions(route: string): Distribution[] {
    return [...this.#durations].map(([index, { counts, sum }]) => ({
      labels: { route, method: methods[index] ?? 'other' },
      counts,
      sum,
    }))
  }
}

function methodIndex(method: string | undefined): number {
  const index = (methods as readonly (string | undefined)[]).indexOf(method)
  return index === -1 ? methods.length - 1 : index
}

/** Counts by route pattern, such as `/blog/:slug`, because paths are unbounded. */
export class RequestMetrics {
  readonly #routes = new Map<string, RouteCounts>()
  readonly #routeOf: (path: string) => string

  constructor(routeOf: (path: string) => string) {
    this.#routeOf = routeOf
  }

  ofPath(path: string): RouteCounts {
    const route = this.#routeOf(path)
    const counts = this.#routes.get(route) ?? new RouteCounts()
    this.#routes.set(route, counts)
    return counts
  }

  watch(request: IncomingMessage, response: ServerResponse): void {
    const start = performance.now()
    const path = request.url?.split('?', 1)[0] ?? '/'
    response.once('close', () => {
      const counts = this.ofPath(path)
      counts.count(request.method, response.headersSent ? response.statusCode : LEFT_BEFORE_ANSWERED)
      counts.time(request.method, (performance.now() - start) / 1000)
    })
  }

  collect(): Metric[] {
    const routes = [...this.#routes]
    return [
      {
        type: 'counter',
        name: 'http_requests_total',
        help: 'Requests answered, by route, method and class of status.',
        samples: routes.flatMap(([route, counts]) => counts.samples(route)),
      },
      {
        type: 'histogram',
        name: 'http_request_duration_seconds',
        help: 'Time from arrival to the end of the answer. Pages served from memory are counted but not timed.',
        bounds: BOUNDS,
        distributions: routes.flatMap(([route, counts]) => counts.distributions(route)),
      },
    ]
  }
}
