import { answerJson } from '#app/platform/http/answer.server.ts'
import { readForm, textFields } from '#app/platform/http/request-body.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { keepPace } from '#app/platform/throttle.server.ts'

import type { Route } from './+types/hold.route.ts'
import { holdForVisitor } from './hold-for-visitor.server.ts'

export function action({ request, context }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const { clientAddress } = context.get(visitContext)
    keepPace(ctx, clientAddress)
    return holdForVisitor(ctx, textFields(await readForm(request)), clientAddress)
  })
}
