import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { openApiText } from '#app/actions/rest/openapi.server.ts'
import { type Api, createApi, type Records, storeRecords } from '#tests/support/api-calls.ts'
import { anyOf } from '#tests/support/arbitrary-json.ts'

type Schema = Record<string, unknown>
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
type Content = Record<string, { schema: Schema }>
type Operation = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

// docs/commands.md explains how to run more.
const RUNS = Number(process.env['API_RUNS'] ?? 12)

// Parsed from its published text, so that the checks do not depend on the server's own schemas.
const document = JSON.parse(openApiText()) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [operation.operationId, { path, method, operation }] as const,
  ),
)
const problem = z.fromJSONSchema(document.components.schemas['Problem'] ?? {})

type Sent = { params: Record<string, unknown>; body: unknown }

function inputs(operation: Operation, records: Records): fc.Arbitrary<Sent> {
  const known = fc.constantFrom(...Object.values(records), 'hours')
  const params = operation.parameters
    .filter((each) => each.in !== 'header')
    .map((each) => {
      const value = each.in === 'path' ? fc.oneof(known, anyOf(each.schema)) : anyOf(each.schema)
      return [each.name, each.in === 'path' ? value : fc.option(value, { nil: undefined })] as const
    })
  const schema = operation.requestBody?.content['application/json']?.schema
  return fc.record({
    params: fc.record(Object.fromEntries(params)),
    body: schema ? anyOf(schema) : fc.constant(undefined),
  })
}

function pathOf(path: string, { parameters }: Operation, params: Record<string, unknown>): string {
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: place } of parameters) {
    const value = params[name]
    if (value === undefined) continue
    const text = (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(text))
    else query.set(name, text)
  }
  return `/api/v1${filled}?${query}`
}

async function check(
  api: Api,
  { path, method, operation }: (typeof operations)[number][1],
  { params, body }: Sent,
) {
  const response = await api.ask(pathOf(path, operation, params), {
    method: method.toUpperCase(),
    ...(body !== undefined && { json: body }),
  })
  const answer: unknown = await response.json()
  expect(response.status, JSON.stringify(answer)).toBeLessThan(500)
  const described = operation.responses[String(response.status)]
  expect(described, `${response.status} stands in the document`).toBeDefined()
  const schema = described?.content?.['application/json']?.schema
  const parsed = (schema ? z.fromJSONSchema(schema) : problem).safeParse(answer)
  expect(parsed.error?.issues, JSON.stringify(answer).slice(0, 500)).toBeUndefined()
}

test.each(operations)('%s responds to any input as the document says', async (_name, operation) => {
  const api = await createApi('owner', { limits: false })
  const records = await storeRecords(api.ctx)
  await fc.assert(
    fc.asyncProperty(inputs(operation.operation, records), (sent) => check(api, operation, sent)),
    { numRuns: RUNS, seed: 81 },
  )
})

test('every operation is described for people and programs', () => {
  expect(operations.length).toBeGreaterThan(20)
  for (const [name, { operation }] of operations) {
    expect(Object.keys(operation.responses), name).toContain('429')
    expect(operation.parameters.every(({ schema }) => schema !== undefined)).toBe(true)
  }
})

test('an operation names the scopes that it needs, each of which the document explains', () => {
  type Security = { security: Record<string, string[]>[] }
  const { oauth } = (document.components as unknown as { securitySchemes: Record<string, OAuthScheme> })
    .securitySchemes
  const known = Object.keys(oauth?.flows.authorizationCode.scopes ?? {})
  const needed = operations.flatMap(([, { operation }]) =>
    (operation as unknown as Security).security.flatMap((way) => way['oauth'] ?? []),
  )
  expect(needed.length).toBeGreaterThan(10)
  expect(new Set(needed)).toEqual(new Set(known))
})

type OAuthScheme = { flows: { authorizationCode: { scopes: Record<string, string> } } }
