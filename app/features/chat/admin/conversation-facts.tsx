import { Link } from 'react-router'

import { Fact } from '#app/ui/fact.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { ConversationDetail } from '../conversations/get-conversation.server.ts'

import { formatCost, pageName } from '#app/features/chat/conversations/conversation-labels.ts'

export function ConversationFacts({ detail: { conversation, messages } }: { detail: ConversationDetail }) {
  const { timeZone } = useAdminShell()
  const counts = messages.flatMap((message) => [message.input_tokens, message.output_tokens])
  const tokens = counts.filter((count) => count !== null).reduce((sum, count) => sum + count, 0)
  const cost = messages.reduce((sum, message) => sum + message.cost_micros, 0)
  return (
    <section aria-labelledby="facts-title" className="rounded-lg border border-line bg-raised p-5">
      <h2 id="facts-title" className="sr-only">
        About the conversation
      </h2>
      <dl className="grid grid-cols-2 gap-3 text-sm lg:grid-cols-1">
        <Fact name="Started">
          <Time at={conversation.created_at} timeZone={timeZone} />
        </Fact>
        <Fact name="Last message">
          <Time at={conversation.updated_at} timeZone={timeZone} />
        </Fact>
        <Fact name="Started on">{pageName(conversation.page)}</Fact>
        <Fact name="Messages of the visitor">{conversation.turns}</Fact>
        <Fact name="Tokens">{tokens.toLocaleString('en-US')}</Fact>
        <Fact name="Cost">{formatCost(cost)}</Fact>
        {conversation.lead_id ? (
          <Fact name="Lead">
            <Link to={`/admin/leads/${conversation.lead_id}`} className="underline underline-offset-4">
              Open the lead
            </Link>
          </Fact>
        ) : null}
      </dl>
    </section>
  )
}
