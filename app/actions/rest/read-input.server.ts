import { z } from 'zod'

import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { readJson } from '#app/platform/http/request-body.server.ts'

import type { Action } from '../define-action.ts'

const MAX_BYTES = 64 * 1024

const objectSchema = z.record(z.string(), z.unknown())

/** Collects an action's input from path, query and body. @throws {AppError} */
export async function readInput(
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
