import { Link } from 'react-router'

import { countText } from '#app/lib/paging.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Download, MessagesSquare, Search } from '#app/ui/icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

import {
  conversationListPath,
  type ConversationListQuery,
  readConversationListQuery,
} from '../conversations/conversation-list-query.ts'
import {
  CONVERSATIONS_PER_PAGE,
  listConversations,
  readConversationFigures,
} from '../conversations/list-conversations.server.ts'

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
  const { query, figures, conversations, total, hasMore, page, pages, perPage } = loaderData
  const first = (page - 1) * perPage
  return (
    <AdminPage
      title="Conversations"
      actions={
        total > 0 ? (
          <a href={exportPath(query)} download className={buttonClass({ tone: 'outline', size: 'md' })}>
            <Download aria-hidden className="size-4" />
            Export CSV
          </a>
        ) : null
      }
    >
      <ConversationFigures figures={figures} />
      <ConversationFilters query={query} />
      {conversations.length === 0 ? (
        <NoConversations query={query} />
      ) : (
        <>
          <ConversationTable conversations={conversations} />
          <Pagination
            page={page}
            pages={pages}
            summary={`${first + 1}–${first + conversations.length} of ${countText(total, hasMore)}`}
            pathOf={(to) => conversationListPath(query, { page: to })}
          />
        </>
      )}
    </AdminPage>
  )
}

function exportPath(query: ConversationListQuery): string {
  return conversationListPath(query, {}).replace('/admin/conversations', '/admin/conversations.csv')
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
