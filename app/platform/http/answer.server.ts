import { data, type RouterContextProvider } from 'react-router'

import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'

import { ctxContext } from './request-context.server.ts'

/**
 * Runs a loader's or action's verbs with the request's context. What a verb refuses becomes an error response with the
 * refusal's status and sentence; anything else goes on to the one place that logs it and shows no internals.
 */
export async function answer<Result>(
  context: Readonly<RouterContextProvider>,
  work: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(context.get(ctxContext))
  } catch (error) {
    throw error instanceof AppError ? toErrorResponse(error) : error
  }
}

/** The one mapping from a refusal to HTTP. */
function toErrorResponse(error: AppError) {
  return data(error.message, { status: error.status, headers: retryHeaders(error) })
}

export function retryHeaders(error: AppError): Record<string, string> {
  return error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }
}

/** What a script on the page reads when it is refused. */
type JsonRefusal = { error: string; code: string; fields?: Readonly<Record<string, string>> }

/**
 * For routes that scripts call: the verb's result as JSON, a refusal as its status and sentence. A response of the
 * work's own, such as a stream, is handed on.
 */
export async function answerJson(
  context: Readonly<RouterContextProvider>,
  work: (ctx: Ctx) => Promise<object>,
): Promise<Response> {
  try {
    const result = await work(context.get(ctxContext))
    return result instanceof Response ? result : Response.json(result)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const refusal: JsonRefusal = {
      error: error.message,
      code: error.code,
      ...(error instanceof FieldErrors ? { fields: error.fields } : {}),
    }
    return Response.json(refusal, { status: error.status, headers: retryHeaders(error) })
  }
}

/** The Content-Disposition of a file that the browser shows under its own name (RFC 6266, RFC 8187). */
export function inlineDisposition(name: string): string {
  const plain = name.toWellFormed().replaceAll(/[^ -~]|["%\\]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
