import { Link } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportLink } from '#app/ui/export-link.tsx'
import { MessagesSquare, Search } from '#app/ui/icons.tsx'
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
    return { query, figures, perPage: CONVERSATIONS_PER_PAGE, ...(await listConversations(ctx, query)) }
  })
}

export function meta() {
  return [{ title: 'Conversations · Admin' }]
}

export default function ConversationsListRoute({ loaderData }: Route.ComponentProps) {
  const { query, figures, conversations, total } = loaderData
  return (
    <AdminPage
      title="Conversations"
      actions={
        total > 0 ? <ExportLink to={conversationListPath(query, {}, '/admin/conversations.csv')} /> : null
      }
    >
      <ConversationFigures figures={figures} />
      <ConversationFilters query={query} />
      <PagedRows
        list={loaderData}
        shown={conversations.length}
        none={<NoConversations query={query} />}
        pathOf={(page) => conversationListPath(query, { page })}
      >
        <ConversationTable conversations={conversations} />
      </PagedRows>
    </AdminPage>
  )
}

function NoConversations({ query }: { query: ConversationListQuery }) {
  const isFiltered = query.q || query.outcome || query.speaker || query.rating
  if (isFiltered || query.isMarked || query.isWaiting)
    return (
      <EmptyState icon={Search} title="Nothing found" text="No conversation matches these filters.">
        <Link to="/admin/conversations" className={buttonClass({ tone: 'outline', size: 'md' })}>
          Clear the filters
        </Link>
      </EmptyState>
    )
  return (
    <EmptyState
      icon={MessagesSquare}
      title="No conversations yet"
      text="Conversations with the assistant appear here. You can read along and take over at any time."
    />
  )
}
