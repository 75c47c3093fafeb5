import { isAllowedOrigin } from '#app/features/chat/assistants/allowed-origins.ts'
import { findEmbedded, readLook } from '#app/features/chat/embed/read-looks.server.ts'
import { noteRefusal } from '#app/features/chat/embed/refusals.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { answerJson } from '#app/platform/http/answer.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'

import type { Route } from './+types/look.route.ts'
import { filled } from './host-look.server.ts'

/** For pages that send no Referer with their scripts. Browsers send the Origin, and pages cannot change it. */
export function loader({ params, request, context }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => {
    const assistant = await findEmbedded(ctx, params.key)
    const origin = String(request.headers.get('origin'))
    if (!isAllowedOrigin(assistant.settings.origins, origin)) {
      await noteRefusal(ctx, assistant, { origin, clientAddress: context.get(visitContext).clientAddress })
      throw new AppError('forbidden', 'This assistant is not allowed on this site.')
    }
    const look = await readLook(ctx, assistant, request.headers.get('accept-language'))
    return Response.json(filled(look, await ctx.site(ctx)), {
      headers: {
        'access-control-allow-origin': origin,
        'cache-control': 'private, max-age=300',
        'cross-origin-resource-policy': 'cross-origin',
        vary: 'origin, accept-language',
      },
    })
  })
}
