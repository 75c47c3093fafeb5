import { pageName } from '#app/features/chat/conversations/conversation-labels.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { readAssistantChoices } from '#app/platform/lists/assistants-of-list.server.ts'
import { readLanguageChoices } from '#app/platform/lists/languages-of-list.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { EmptyState, NothingFound } from '#app/ui/empty-state.tsx'
import { ExportLink } from '#app/ui/export-link.tsx'
import { MessagesSquare } from '#app/ui/icons.tsx'
import { listHandle } from '#app/ui/list-and-detail.ts'
import { PagedRows } from '#app/ui/paged-rows.tsx'

import {
  conversationListPath,
  type ConversationListQuery,
  readConversationListQuery,
} from '../conversations/conversation-list-query.ts'
import { CONVERSATIONS_PER_PAGE } from '../conversations/conversation-search.server.ts'
import { listConversations, readConversationFigures } from '../conversations/list-conversations.server.ts'

import type { Route } from './+types/conversations-list.route.ts'
import { ConversationFigures, ConversationFilters, ConversationTable } from './conversation-list.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const query = readConversationListQuery(new URL(request.url).searchParams)
    const figures = await readConversationFigures(ctx)
    const [list, languages, assistants] = await Promise.all([
      listConversations(ctx, query),
      readLanguageChoices(ctx),
      readAssistantChoices(ctx),
    ])
    return { query, figures, perPage: CONVERSATIONS_PER_PAGE, ...list, languages, assistants }
  })
}

export const handle = listHandle<typeof loader>(
  '/admin/conversations',
  'Conversations',
  ({ conversations }) =>
    conversations.map((conversation) => ({
      to: `/admin/conversations/${conversation.id}`,
      title: conversation.opening ?? 'No message',
      text: pageName(conversation.page),
      at: conversation.updated_at,
      state: conversation.waiting_since === null ? null : { name: 'Waiting', tone: 'warning' },
    })),
)

export function meta() {
  return [{ title: 'Conversations · Admin' }]
}

export default function ConversationsListRoute({ loaderData }: Route.ComponentProps) {
  const { query, figures, conversations, total, languages, assistants } = loaderData
  return (
    <AdminPage
      width="list"
      title="Conversations"
      actions={
        total > 0 ? <ExportLink to={conversationListPath(query, {}, '/admin/conversations.csv')} /> : null
      }
    >
      <ConversationFigures figures={figures} />
      <ConversationFilters query={query} languages={languages} assistants={assistants} />
      <PagedRows
        list={loaderData}
        shown={conversations.length}
        none={<NoConversations query={query} />}
        pathOf={(page) => conversationListPath(query, { page })}
      >
        <ConversationTable
          conversations={conversations}
          hasLanguages={Object.keys(languages).length > 0}
          hasAssistants={Object.keys(assistants).length > 0}
        />
      </PagedRows>
    </AdminPage>
  )
}

function NoConversations({ query }: { query: ConversationListQuery }) {
  const isFiltered =
    query.q || query.outcome || query.speaker || query.rating || query.language || query.assistant
  if (isFiltered || query.isMarked || query.isWaiting)
    return <NothingFound text="No conversation matches these filters." to="/admin/conversations" />
  return (
    <EmptyState
      icon={MessagesSquare}
      title="No conversations yet"
      text="Conversations with the assistant appear here. You can read along and take over at any time."
    />
  )
}
