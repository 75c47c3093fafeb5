import type { HrTime } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'

import type { Log } from '#app/platform/log.server.ts'

/** Milliseconds; limits how long spans delay a process that ends. */
const TIMEOUT = 5000

export type Collector = { endpoint: string; headers: Readonly<Record<string, string>> }

/**
 * Sends spans as OTLP over HTTP in JSON. The official exporter adds 10 MB of packages for logs and metrics.
 * @param post runs its argument outside every span, so that the export itself is not traced.
 */
export function createOtlpExporter(
  { endpoint, headers }: Collector,
  log: Log,
  post: <Result>(work: () => Result) => Result,
): SpanExporter {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  async function send(spans: readonly ReadableSpan[]): Promise<void> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(toOtlp(spans)),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The collector answered ${response.status}.`)
  }

  async function sendOrLog(
    spans: readonly ReadableSpan[],
    done: (result: ExportResult) => void,
  ): Promise<void> {
    try {
      await post(() => send(spans))
      done({ code: ExportResultCode.SUCCESS })
    } catch (error) {
      log.warn({ error, spans: spans.length }, 'tracing.not_sent')
      done({ code: ExportResultCode.FAILED })
    }
  }

  return {
    export: (spans, done) => void sendOrLog(spans, done),
    shutdown: async () => {},
  }
}

/** The JSON encoding of opentelemetry-proto's trace service. */
function toOtlp(spans: readonly ReadableSpan[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(spans[0]?.resource.attributes ?? {}) },
        scopeSpans: [{ scope: { name: 'foyer' }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  }
}

function toOtlpSpan(span: ReadableSpan): object {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    spanId,
    flags: traceFlags,
    ...(span.parentSpanContext && { parentSpanId: span.parentSpanContext.spanId }),
    name: span.name,
    // The interface counts kinds from 0, the protocol from 1.
    kind: span.kind + 1,
    startTimeUnixNano: nanoseconds(span.startTime),
    endTimeUnixNano: nanoseconds(span.endTime),
    attributes: attributesOf(span.attributes),
    status: { code: span.status.code },
  }
}

function attributesOf(attributes: Readonly<Record<string, unknown>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: String(value) },
  }))
}

function nanoseconds([seconds, rest]: HrTime): string {
  return `${seconds}${String(rest).padStart(9, '0')}`
}
