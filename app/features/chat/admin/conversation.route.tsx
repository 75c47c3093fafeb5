import { redirect } from 'react-router'
import { z } from 'zod'

import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'

import {
  deleteConversation,
  markConversation,
} from '#app/features/chat/conversations/change-conversation.server.ts'
import { getConversation } from '../conversations/get-conversation.server.ts'
import { handBack, writeAsOwner } from '#app/features/chat/conversations/take-over.server.ts'
import { takeOver } from '../conversations/take-over.server.ts'

import type { Route } from './+types/conversation.route.ts'
import { ConversationActions } from './conversation-actions.tsx'
import { ConversationFacts } from './conversation-facts.tsx'
import { OwnerComposer } from './owner-composer.tsx'
import { Transcript } from './transcript.tsx'
import { useLiveConversation } from './use-live-conversation.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, (ctx) => getConversation(ctx, params.id))
}

const byId = z.object({ id: z.string() })

export const action = formAction({
  'take-over': form({ schema: byId, run: (ctx, { id }) => takeOver(ctx, id) }),
  'hand-back': form({ schema: byId, run: (ctx, { id }) => handBack(ctx, id) }),
  write: form({ schema: byId.extend({ message: textField }), run: writeAsOwner }),
  mark: form({ schema: byId, run: (ctx, { id }) => markConversation(ctx, { id, isMarked: true }) }),
  unmark: form({
    schema: byId,
    run: (ctx, { id }) => markConversation(ctx, { id, isMarked: false }),
  }),
  delete: form({
    schema: byId,
    async run(ctx, { id }) {
      await deleteConversation(ctx, id)
      return redirect('/admin/conversations')
    },
  }),
})

export function meta() {
  return [{ title: 'Conversation · Admin' }]
}

export default function ConversationRoute({ loaderData }: Route.ComponentProps) {
  const { conversation, messages } = loaderData
  const isLive = useLiveConversation(conversation.id)
  return (
    <AdminPage
      title="Conversation"
      actions={<ConversationActions id={conversation.id} isMarked={conversation.marked === 1} />}
    >
      <BackLink to="/admin/conversations" name="All conversations" />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_17rem]">
        <div className="grid min-w-0 gap-4">
          <Transcript messages={messages} />
          <OwnerComposer speaker={conversation.speaker} isLive={isLive} />
        </div>
        <ConversationFacts detail={loaderData} />
      </div>
    </AdminPage>
  )
}
