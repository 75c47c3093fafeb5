import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { readJson } from '#app/platform/http/request-body.server.ts'
import type { Visit } from '#app/platform/http/request-context.server.ts'

import { findCaller, paceHeaders } from '../caller.server.ts'
import type { Action } from '../define-action.ts'
import { checkAction, type Output, readyAction } from '../ready-action.server.ts'

import { corsHeaders } from './cors.server.ts'
import { allowedAt, findAction, findReader, nameIn } from './find-action.server.ts'
import { faultResponse, Problem, problemResponse } from './problem.ts'
import { findReplay, onceForKey, type Replay, type Stored } from './replay.server.ts'

const BASE = '/api/v1'

/** Answers a request below /api/v1. Ignores cookies: only a token identifies the caller. */
export async function answerApi(ctx: Ctx, request: Request, visit: Visit): Promise<Response> {
  const headers = new Headers({ vary: 'Authorization, Origin' })
  const response = await answerSafely(ctx, request, { visit, headers })
  for (const [name, value] of [
    ...headers,
    ...(await corsHeaders(ctx, request, request.method === 'OPTIONS')),
  ])
    response.headers.set(name, value)
  return response
}

type Answering = { visit: Visit; headers: Headers }

async function answerSafely(ctx: Ctx, request: Request, answering: Answering): Promise<Response> {
  try {
    return await answer(ctx, request, answering)
  } catch (error) {
    const problem = problemResponse(error)
    if (problem) return problem
    ctx.log.error({ error, requestId: answering.visit.requestId }, 'request.failed')
    return faultResponse(answering.visit.requestId)
  }
}

async function answer(strangers: Ctx, request: Request, { visit, headers }: Answering): Promise<Response> {
  const path = new URL(request.url).pathname.slice(BASE.length)
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { allow: allowedAt(path).join(', ') } })
  const { ctx, pace } = await findCaller(strangers, request, visit.clientAddress)
  for (const [name, value] of Object.entries(paceHeaders(pace))) headers.set(name, value)
  const { action, params } = findAction(path, request.method === 'HEAD' ? 'GET' : request.method)
  const input = await readInput(request, action, params)
  if (action.effect !== 'reads') return changeAnswer(ctx, request, { action, input, visit })
  const ready = await readyAction(ctx, action, input, visit)
  return readAnswer(request, JSON.stringify(await ready(ctx)))
}

function readAnswer(request: Request, body: string): Response {
  const etag = tagOf(body)
  const headers = { etag, 'cache-control': 'private, no-cache', 'content-type': 'application/json' }
  const known = request.headers.get('if-none-match')
  if (known !== null && (known === '*' || tagsIn(known).includes(etag)))
    return new Response(null, { status: 304, headers })
  return new Response(body, { headers })
}

type Change = { action: Action; input: Record<string, unknown>; visit: Visit }

async function changeAnswer(ctx: Ctx, request: Request, change: Change): Promise<Response> {
  const { action } = change
  const { isReplay, status, location, body } = await makeChange(ctx, request, change)
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(action.rest.method !== 'POST' && findReader(action) && { etag: tagOf(body) }),
      ...(location !== null && { location }),
      ...(isReplay && { 'idempotency-replayed': 'true' }),
    },
  })
}

async function makeChange(ctx: Ctx, request: Request, change: Change): Promise<Replay> {
  const { action, input, visit } = change
  checkAction(ctx, action, input)
  const { pathname } = new URL(request.url)
  const asked = {
    key: request.headers.get('idempotency-key'),
    request: `${request.method} ${pathname} ${JSON.stringify(input)}`,
  }
  const earlier = await findReplay(ctx, asked)
  if (earlier) return earlier
  const ready = await readyAction(ctx, action, input, visit)
  return withTransaction(ctx, async (later) =>
    onceForKey(later, asked, async (): Promise<Stored> => {
      await requireMatch(later, request, change)
      const output = await ready(later)
      const place = action.rest.location
      return {
        status: place === undefined ? 200 : 201,
        location: place === undefined ? null : `${BASE}${filledPath(place, output)}`,
        body: JSON.stringify(output),
      }
    }),
  )
}

/** @throws {Problem} 412 if the record has changed since the caller read it */
async function requireMatch(ctx: Ctx, request: Request, { action, input, visit }: Change): Promise<void> {
  const wanted = request.headers.get('if-match')
  if (wanted === null || wanted === '*' || action.rest.method === 'POST') return
  const reader = findReader(action)
  if (!reader) throw new Problem(412, 'This record has no entity tag.')
  await ctx.engine.lockUntilCommit(ctx.db, `api ${new URL(request.url).pathname}`)
  const params = Object.fromEntries(
    Object.entries(input).filter(([name]) => Object.hasOwn(reader.input.shape, name)),
  )
  const read = await readyAction(ctx, reader, params, visit)
  if (!tagsIn(wanted).includes(tagOf(JSON.stringify(await read(ctx)))))
    throw new Problem(412, 'This was changed since you read it. Please read it again.')
}

function tagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
}

function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
}

function filledPath(path: string, output: Output): string {
  return path
    .split('/')
    .map((part) => {
      const name = nameIn(part)
      return name === null ? part : encodeURIComponent(String(output[name]))
    })
    .join('/')
}

const MAX_BYTES = 64 * 1024

const objectSchema = z.record(z.string(), z.unknown())

/** Collects an action's input from path, query and body. @throws {AppError} */
async function readInput(
  request: Request,
  action: Action,
  params: Record<string, string>,
): Promise<Record<string, unknown>> {
  const query = readQuery(new URL(request.url).searchParams, action)
  const body = action.rest.method === 'GET' ? {} : await readBody(request)
  for (const [from, given] of [
    ['query', query],
    ['body', body],
  ] as const)
    for (const name of Object.keys(given))
      if (name in params || (from === 'query' && action.rest.method !== 'GET'))
        throw new FieldErrors({ [name]: `This does not belong in the ${from}.` })
  return { ...query, ...body, ...params }
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  const parsed = objectSchema.safeParse(await readJson(request, { maxBytes: MAX_BYTES }))
  if (!parsed.success) throw new AppError('invalid', 'Please send a JSON object.')
  return parsed.data
}

function readQuery(search: URLSearchParams, { input }: Action): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [name, value] of search) {
    if (Object.hasOwn(query, name)) throw new FieldErrors({ [name]: 'This is given twice.' })
    query[name] = typedValue(value, Object.hasOwn(input.shape, name) ? input.shape[name] : undefined)
  }
  return query
}

/** Query strings contain only text. Text that is not a number stays text, and the schema rejects it. */
function typedValue(value: string, schema: z.core.$ZodType | undefined): unknown {
  const type = schema && kindOf(schema)
  if (type === 'number' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function kindOf(schema: z.core.$ZodType): string {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? kindOf(schema.unwrap())
    : schema._zod.def.type
}
