import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, type TracingChannel } from 'node:diagnostics_channel'

import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

import { version } from '#app/platform/built-at.ts'
import type { Log } from '#app/platform/log.server.ts'

import { jobChannel, requestChannel, statementChannel } from './channels.ts'
import { type Collector, createOtlpExporter } from './otlp-exporter.server.ts'

/** Milliseconds. */
const SEND_EVERY = 1000

type Begun = { name: string; kind: SpanKind; attributes: Attributes; parent?: Context }
/** What Node's own fetch publishes (undici's documentation, "Diagnostics Channel Support"). */
type FetchMessage = { request: { origin?: string | URL; method?: string }; response?: { statusCode: number } }

/** Exports requests, jobs, statements and outgoing calls as spans until stopped. Loaded only if tracing is enabled. */
export function startTracing(
  collector: Collector & { serviceName: string },
  log: Log,
): { stop(): Promise<void> } {
  const current = new AsyncLocalStorage<Span>()
  const exporter = createOtlpExporter(collector, log, (work) => current.exit(work))
  const attributes = { 'service.name': collector.serviceName, 'service.version': version }
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(attributes)),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY })],
  })
  const tracer = provider.getTracer('foyer', version)
  const begin = ({ name, parent, ...options }: Begun): Span => {
    const outer = current.getStore()
    return tracer.startSpan(
      name,
      options,
      parent ?? (outer ? trace.setSpan(ROOT_CONTEXT, outer) : ROOT_CONTEXT),
    )
  }

  function follow<Traced extends object>(
    channel: TracingChannel<unknown, Traced>,
    describe: (traced: Traced) => Begun,
    attributesAtEnd: (traced: Traced & { result?: unknown }) => Attributes = () => ({}),
  ): void {
    const spans = new WeakMap<object, Span>()
    channel.start.bindStore(current, (traced) => {
      const span = begin(describe(traced))
      spans.set(traced, span)
      return span
    })
    channel.subscribe({
      start() {},
      end() {},
      asyncEnd() {},
      error: (traced) => void spans.get(traced)?.setStatus({ code: SpanStatusCode.ERROR }),
      asyncStart(traced) {
        spans.get(traced)?.setAttributes(attributesAtEnd(traced)).end()
      },
    })
  }

  const propagator = new W3CTraceContextPropagator()
  const getter = { keys: (headers: Headers) => [...headers.keys()], get: getHeader }
  follow(
    requestChannel,
    ({ request: { method, url, headers }, requestId, routeOf }) => {
      const route = routeOf(new URL(url).pathname)
      return {
        name: `${method} ${route}`,
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'http.route': route, 'foyer.request_id': requestId },
        parent: propagator.extract(ROOT_CONTEXT, headers, getter),
      }
    },
    ({ result }) => (result instanceof Response ? { 'http.response.status_code': result.status } : {}),
  )
  follow(jobChannel, ({ name, attempt }) => ({
    name: `job ${name}`,
    kind: SpanKind.CONSUMER,
    attributes: { 'foyer.job.name': name, 'foyer.job.attempt': attempt },
  }))
  follow(statementChannel, ({ sql }) => ({
    name: sql.slice(0, sql.indexOf(' ') >>> 0),
    kind: SpanKind.CLIENT,
    attributes: { 'db.query.text': sql.slice(0, 500) },
  }))
  followFetches(current, begin)
  return { stop: () => provider.shutdown() }
}

function getHeader(headers: Headers, name: string): string | undefined {
  return headers.get(name) ?? undefined
}

/** Traces outgoing calls by host only, because paths and queries may contain what a visitor typed. */
function followFetches(current: AsyncLocalStorage<Span>, begin: (begun: Begun) => Span): void {
  const spans = new WeakMap<object, Span>()
  const on = (event: string, listen: (message: FetchMessage) => void) =>
    subscribe(`undici:request:${event}`, (message) => listen(message as FetchMessage))
  on('create', ({ request }) => {
    if (!current.getStore()) return
    const { method = 'GET', origin = '' } = request
    const host = URL.parse(String(origin))?.host ?? ''
    const attributes = { 'http.request.method': method, 'server.address': host }
    spans.set(request, begin({ name: `${method} ${host}`, kind: SpanKind.CLIENT, attributes }))
  })
  on('headers', ({ request, response }) => {
    if (response) spans.get(request)?.setAttribute('http.response.status_code', response.statusCode)
  })
  on('trailers', ({ request }) => spans.get(request)?.end())
  on('error', ({ request }) => spans.get(request)?.setStatus({ code: SpanStatusCode.ERROR }).end())
}
