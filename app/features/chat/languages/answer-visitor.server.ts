import type { RouterContextProvider } from 'react-router'

import { chatTexts } from '#app/features/chat/messages.ts'
import { fill } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { answerJson } from '#app/platform/http/answer.server.ts'
import { describeWait, TooManyTries } from '#app/platform/throttle.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { visitorContext } from './visitor-language.server.ts'

/** Answers a visitor's request as JSON, with rejections in the visitor's language. */
export function answerVisitor(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  work: (ctx: Ctx) => Promise<object>,
): Promise<Response> {
  return answerJson(context, async (outer) => {
    const { ctx: spoken, language } = await visitorContext(outer, request)
    try {
      return await work(spoken)
    } catch (error) {
      if (!(error instanceof TooManyTries)) throw error
      const code = language?.code ?? (await outer.site(outer)).language
      const { errors } = await wordedTexts(spoken, chatTexts)
      const sentence = fill(errors.tooManyTries, { wait: describeWait(error.seconds, code) })
      throw new AppError('too-many', sentence, { cause: error, retryAfter: error.seconds })
    }
  })
}
