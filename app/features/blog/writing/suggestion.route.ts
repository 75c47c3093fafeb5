import { eventStream } from '#app/platform/http/event-stream.server.ts'
import { answerJson } from '#app/platform/http/answer.server.ts'
import { readForm, requireIntent, textFields } from '#app/platform/http/request-body.server.ts'

import { pickPostForm } from '../post-form.ts'

import type { Route } from './+types/suggestion.route.ts'
import { suggest } from './suggest.server.ts'

const MAX_BYTES = 8 * 1024 * 1024

export function action({ request, context }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const fields = textFields(requireIntent(await readForm(request, { maxBytes: MAX_BYTES }), 'save'))
    const { suggestion = '', outline = '' } = fields
    const write = await suggest(ctx, { suggestion, form: pickPostForm(fields), outline })
    return eventStream(write, { signal: request.signal, log: ctx.log })
  })
}
