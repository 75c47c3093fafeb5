import { z } from 'zod'

import { scopeWords } from '#app/features/auth/oauth/scope-words.ts'

import { allActions } from '../all-actions.server.ts'
import type { Action } from '../define-action.ts'

import { nameIn } from './find-action.server.ts'
import { problemStatuses } from './problem.ts'

type Schema = Record<string, unknown>

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'detail'],
        properties: { field: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
}

export const introduction: readonly string[] = [
  'Programs act for a member with a personal token, created under Account in the admin, or with a token that an app gets by OAuth 2.1: `Authorization: Bearer …`.',
  'Lists come in pages: send `nextCursor` as `cursor` until it is null.',
  'A POST or PATCH with an `Idempotency-Key` is carried out once; repeats get the same response for a day.',
  'Records have an `ETag`; a change with `If-Match` is refused with 412 if the record has changed since then.',
  'Refusals are problem details (RFC 9457). `RateLimit` tells how many requests are left in this minute.',
]

export function openApi() {
  const paths: Record<string, Record<string, object>> = {}
  for (const action of allActions)
    (paths[action.rest.path] ??= {})[action.rest.method.toLowerCase()] = operationOf(action)
  return {
    openapi: '3.1.1',
    info: { title: 'Foyer', version: '1', description: introduction.join('\n\n') },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A personal token.' },
        oauth: { type: 'oauth2', flows: { authorizationCode: authorizationCode() } },
      },
      schemas: { Problem: problem },
    },
  }
}

/** The URLs are relative to the document's URL (OpenAPI 3.1.1, 4.6). */
function authorizationCode(): object {
  const needed = allActions.flatMap(({ permission }) => (permission === null ? [] : [permission]))
  return {
    authorizationUrl: '/oauth/authorize',
    tokenUrl: '/oauth/token',
    refreshUrl: '/oauth/token',
    scopes: Object.fromEntries(needed.map((scope) => [scope, scopeWords[scope]])),
  }
}

let kept: string | null = null

export function openApiText(): string {
  kept ??= JSON.stringify(openApi())
  return kept
}

function operationOf(action: Action): object {
  const { name, title, description, permission, rest, effect } = action
  const isRead = rest.method === 'GET'
  return {
    operationId: name,
    summary: title,
    description: permission === null ? description : `${description} Needs the permission ${permission}.`,
    tags: [rest.path.split('/')[1]],
    security: [
      ...(permission === null ? [{}] : []),
      { token: [] },
      { oauth: permission ? [permission] : [] },
    ],
    parameters: [...parametersOf(action), ...(effect === 'reads' ? [] : headerParameters)],
    ...(!isRead && {
      requestBody: { required: true, content: { 'application/json': { schema: bodyOf(action) } } },
    }),
    responses: responsesOf(action),
  }
}

const headerParameters = ['Idempotency-Key', 'If-Match'].map((name) => ({
  name,
  in: 'header',
  schema: { type: 'string' },
}))

type InputSchema = Schema & { properties: Record<string, Schema>; required: string[] }

export function inputSchema({ input }: Pick<Action, 'input'>): InputSchema {
  const { $schema: _version, ...schema } = z.toJSONSchema(input, { io: 'input' })
  const properties: Record<string, Schema> = {}
  for (const [name, each] of Object.entries(schema.properties ?? {}))
    if (typeof each === 'object') properties[name] = { ...each }
  return { ...schema, properties, required: schema.required ?? [] }
}

export function outputSchema({ output }: Action): Schema {
  const { $schema: _version, ...schema } = z.toJSONSchema(output)
  return schema
}

function pathNames({ rest }: Action): string[] {
  return rest.path.split('/').flatMap((part) => nameIn(part) ?? [])
}

function parametersOf(action: Action): object[] {
  const { properties, required } = inputSchema(action)
  const inPath = pathNames(action)
  return Object.entries(properties)
    .filter(([name]) => inPath.includes(name) || action.rest.method === 'GET')
    .map(([name, { description, ...schema }]) => ({
      name,
      in: inPath.includes(name) ? 'path' : 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema,
    }))
}

function bodyOf(action: Action): Schema {
  const { properties, required, ...schema } = inputSchema(action)
  const inPath = pathNames(action)
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !inPath.includes(name))),
    required: required.filter((name) => !inPath.includes(name)),
  }
}

function responsesOf(action: Action): object {
  const content = { 'application/json': { schema: outputSchema(action) } }
  const refusal = {
    description: 'A refusal',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  return {
    [action.rest.location === undefined ? '200' : '201']: { description: action.title, content },
    ...(action.rest.method === 'GET' && { 304: { description: 'Not changed since' } }),
    ...Object.fromEntries(problemStatuses.map((status) => [status, refusal])),
  }
}
