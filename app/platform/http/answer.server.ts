import { data, type RouterContextProvider } from 'react-router'

import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'

import { inLanguageOfPage } from './refusals.server.ts'
import { ctxContext } from './request-context.server.ts'

/** Turns a verb's refusal into an error response. `handleError` logs and hides other errors. */
export async function answer<Result>(
  context: Readonly<RouterContextProvider>,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  const ctx = context.get(ctxContext)
  try {
    return await work(ctx)
  } catch (error) {
    throw error instanceof AppError ? toErrorResponse(await inLanguageOfPage(ctx, error)) : error
  }
}

function toErrorResponse(error: AppError) {
  return data(error.message, { status: error.status, headers: retryHeaders(error) })
}

export function retryHeaders(error: AppError): Record<string, string> {
  return error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }
}

type JsonRefusal = { error: string; code: string; fields?: Readonly<Record<string, string>> }

/** For routes that scripts call. Passes a Response through. */
export async function answerJson(
  context: Readonly<RouterContextProvider>,
  work: (ctx: Ctx) => Promise<object>,
): Promise<Response> {
  const ctx = context.get(ctxContext)
  try {
    const result = await work(ctx)
    return result instanceof Response ? result : Response.json(result)
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    const error = await inLanguageOfPage(ctx, thrown)
    const refusal: JsonRefusal = {
      error: error.message,
      code: error.code,
      ...(error instanceof FieldErrors ? { fields: error.fields } : {}),
    }
    return Response.json(refusal, { status: error.status, headers: retryHeaders(error) })
  }
}

/** Builds a Content-Disposition header (RFC 6266 and RFC 8187). */
export function inlineDisposition(name: string): string {
  const plain = name.toWellFormed().replaceAll(/[^ -~]|["%\\]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
