import { withoutSignature } from '#app/lib/signed-paths.ts'
import { keepPace } from '#app/platform/throttle.server.ts'
import { answerJson } from '#app/platform/http/answer.server.ts'
import { eventStream } from '#app/platform/http/event-stream.server.ts'
import { readJson } from '#app/platform/http/request-body.server.ts'
import { visitContext } from '#app/platform/http/request-context.server.ts'
import { visitorHints } from '#app/platform/events.ts'

import type { Route } from './+types/chat.route.ts'
import { SITE_ASSISTANT } from './assistants/assistant-choices.ts'
import { CONVERSATION_TOKEN_HEADER } from './chat-events.ts'
import { readPanel } from './languages/read-panel.server.ts'
import { answerVisitor } from './languages/answer-visitor.server.ts'
import { assistantContext } from './languages/visitor-language.server.ts'
import { sendMessage } from './replies/send-message.server.ts'

/** Bytes for 2,000 characters, each as a JSON escape, and the other fields. */
const MAX_BYTES = 16 * 1024

export function loader({ request, context }: Route.LoaderArgs) {
  const page = new URL(request.url).searchParams.get('page')
  const acceptLanguage = request.headers.get('accept-language')
  return answerJson(context, async (ctx) =>
    readPanel(await assistantContext(ctx, request), { page, acceptLanguage }),
  )
}

export function action({ request, context }: Route.ActionArgs) {
  return answerVisitor({ request, context }, async (ctx) => {
    const { clientAddress } = context.get(visitContext)
    keepPace(ctx, clientAddress)
    const { publicUrl } = await ctx.site(ctx)
    const { begin, reply } = await sendMessage(ctx, {
      body: await readJson(request, { maxBytes: MAX_BYTES }),
      token: request.headers.get(CONVERSATION_TOKEN_HEADER),
      clientAddress,
      visitor: visitorHints(clientAddress, (name) => request.headers.get(name)),
      page: ctx.assistant.id === SITE_ASSISTANT ? pageOf(request, publicUrl) : null,
    })
    return eventStream(
      async function* events(leaving) {
        yield begin
        yield* reply.follow(leaving)
      },
      { signal: request.signal, log: ctx.log },
    )
  })
}

function pageOf(request: Request, publicUrl: string): string | null {
  const header = request.headers.get('referer')
  const referer = header === null ? null : URL.parse(header)
  const isOurs = referer?.origin === publicUrl || referer?.host === new URL(request.url).host
  return referer && isOurs ? withoutSignature(referer.pathname).slice(0, 200) : null
}
