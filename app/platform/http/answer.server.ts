import { data, type RouterContextProvider } from 'react-router'

import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

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
export function toErrorResponse(error: AppError) {
  return data(error.message, { status: error.status, headers: retryHeaders(error) })
}

export function retryHeaders(error: AppError): Record<string, string> {
  return error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }
}
