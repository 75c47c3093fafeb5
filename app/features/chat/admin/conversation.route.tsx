import { data, redirect } from 'react-router'

import { FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'

import { deleteConversation } from '../conversations/delete-conversation.server.ts'
import { getConversation } from '../conversations/get-conversation.server.ts'
import { handBack } from '../conversations/hand-back.server.ts'
import { markConversation } from '../conversations/mark-conversation.server.ts'
import { takeOver } from '../conversations/take-over.server.ts'
import { writeAsOwner } from '../conversations/write-as-owner.server.ts'

import type { Route } from './+types/conversation.route.ts'
import { ConversationActions } from './conversation-actions.tsx'
import { ConversationFacts } from './conversation-facts.tsx'
import { OwnerComposer } from './owner-composer.tsx'
import { Transcript } from './transcript.tsx'
import { useLiveConversation } from './use-live-conversation.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, (ctx) => getConversation(ctx, params.id))
}

export function action({ context, params, request }: Route.ActionArgs) {
  const { id } = params
  return answer(context, async (ctx) => {
    const { intent, message = '' } = textFields(await readForm(request))
    try {
      if (intent === 'take-over') await takeOver(ctx, id)
      else if (intent === 'hand-back') await handBack(ctx, id)
      else if (intent === 'write') await writeAsOwner(ctx, { id, message })
      else if (intent === 'mark') await markConversation(ctx, { id, isMarked: true })
      else if (intent === 'unmark') await markConversation(ctx, { id, isMarked: false })
      else if (intent === 'delete') {
        await deleteConversation(ctx, id)
        return redirect('/admin/conversations')
      }
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error
      return data({ error: error.message }, { status: 400 })
    }
    return null
  })
}

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
