import type { RouterContextProvider } from 'react-router'

import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'

import { retryHeaders } from './answer.server.ts'
import { ctxContext } from './request-context.server.ts'

/** What a script on the page reads when it is refused. */
export type JsonRefusal = { error: string; code: string; fields?: Readonly<Record<string, string>> }

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
