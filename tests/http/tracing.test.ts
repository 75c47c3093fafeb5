import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { testSecret } from '#tests/support/test-ctx.ts'
import { until } from '#tests/support/until.ts'

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; doubleValue?: number } }[]
  status: { code: number }
}
type Sent = {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[]
}

const spans: Span[] = []
const resources: Span['attributes'] = []
const asked: { url: string | undefined; key: string | string[] | undefined }[] = []
let collector: Server
let server: AppServer
let database: TestDatabase

beforeAll(async () => {
  collector = createServer((request, response) => {
    asked.push({ url: request.url, key: request.headers['x-key'] })
    json(request).then(
      (body) => {
        for (const { resource, scopeSpans } of (body as Sent).resourceSpans) {
          resources.push(...resource.attributes)
          spans.push(...scopeSpans.flatMap((scope) => scope.spans))
        }
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  database = await createTestDatabase()
  server = await startAppServer({
    APP_SECRET: testSecret,
    ...database.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
  })
})

afterAll(async () => {
  await server.stop()
  await database.drop()
  collector.close()
})

const attribute = (span: Span | undefined, key: string) => {
  const value = span?.attributes.find((one) => one.key === key)?.value
  return value?.stringValue ?? value?.doubleValue
}

test('a request is a span of its caller’s trace, with its statements below it and no value of a visitor', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const response = await fetch(`${server.url}/api/chat/no-such-talk/events?mail=ada@example.com`, {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'x-conversation-token': 'a-secret-token' },
  })
  expect(response.status).toBe(404)
  const ofTrace = () => spans.filter((span) => span.traceId === traceId)
  await until('the spans arrive', () => ofTrace().some(({ kind }) => kind === 2))
  const request = ofTrace().find(({ kind }) => kind === 2)
  expect(request).toMatchObject({ name: 'GET /api/chat/:id/events', parentSpanId: '00f067aa0ba902b7' })
  expect(attribute(request, 'http.response.status_code')).toBe(404)
  expect(attribute(request, 'foyer.request_id')).toBe(response.headers.get('x-request-id'))
  const statements = ofTrace().filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.map(({ name }) => name)).toContain('select')
  expect(JSON.stringify(ofTrace())).not.toMatch(/no-such-talk|ada@example|a-secret-token/)
  for (const { startTimeUnixNano, endTimeUnixNano } of ofTrace())
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
})

test('jobs are spans of their own, and the collector gets the service’s name', async () => {
  await until('a job is told of', () => spans.some(({ name }) => name.startsWith('job ')))
  expect(new Set(asked.map(({ url }) => url))).toEqual(new Set(['/v1/traces']))
  expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(['a b']))
  expect(resources.find(({ key }) => key === 'service.name')?.value.stringValue).toBe('foyer')
  // Requests to the collector are not traced themselves.
  expect(spans.filter(({ name }) => name.includes('127.0.0.1'))).toEqual([])
})

test('a server that shuts down sends its remaining spans', async () => {
  await (await fetch(`${server.url}/no/such/page`)).text()
  await server.stop()
  expect(spans.map(({ name }) => name)).toContain('GET *')
})
