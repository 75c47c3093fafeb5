import { answerJson } from '#app/platform/http/answer.server.ts'
import { eventStream } from '#app/platform/http/event-stream.server.ts'
import { readForm, textFields } from '#app/platform/http/request-body.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { keepPace } from '#app/platform/throttle.server.ts'

import { readProgress } from '../describe-trial.server.ts'
import { askTrial } from '../questions/ask-trial.server.ts'

import type { Route } from './+types/progress.route.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) =>
    Response.json(await readProgress(ctx, params.token), {
      headers: { 'cache-control': 'private, no-store' },
    }),
  )
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    keepPace(ctx, context.get(visitContext).clientAddress)
    const { question = '' } = textFields(await readForm(request))
    const answer = await askTrial(ctx, { token: params.token, question })
    return eventStream(answer, { signal: request.signal, log: ctx.log })
  })
}
