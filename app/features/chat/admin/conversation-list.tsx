import { Link } from 'react-router'

import {
  outcomeNames,
  outcomeTone,
  pageName,
  replyOutcomes,
} from '#app/features/chat/conversations/conversation-labels.ts'
import type { ConversationListQuery } from '#app/features/chat/conversations/conversation-list-query.ts'
import type { listConversations } from '#app/features/chat/conversations/list-conversations.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { FilterForm, SearchField } from '#app/ui/filter-form.tsx'
import { Star } from '#app/ui/icons.tsx'
import { Select } from '#app/ui/select.tsx'
import { Cell, HeadCell, LinkRow, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

export function ConversationFilters({ query }: { query: ConversationListQuery }) {
  return (
    <FilterForm
      label="Conversations"
      className="grid grid-cols-2 items-center gap-3 sm:grid-cols-[1fr_10rem_12rem_auto]"
    >
      <SearchField
        label="Search messages"
        placeholder="Words of a message"
        value={query.q}
        className="col-span-2 sm:col-span-1"
      />
      <Select
        key={`outcome-${query.outcome}`}
        name="outcome"
        aria-label="Outcome"
        defaultValue={query.outcome ?? ''}
        className="py-2"
      >
        <option value="">Any outcome</option>
        {replyOutcomes.map((outcome) => (
          <option key={outcome} value={outcome}>
            {outcomeNames[outcome]}
          </option>
        ))}
      </Select>
      <Select
        key={`speaker-${query.speaker}`}
        name="speaker"
        aria-label="Who answers"
        defaultValue={query.speaker ?? ''}
        className="py-2"
      >
        <option value="">Any speaker</option>
        <option value="assistant">The assistant</option>
        <option value="owner">You</option>
      </Select>
      <label className="col-span-2 inline-flex min-h-6 items-center gap-2 text-sm sm:col-span-1">
        <input
          key={String(query.isMarked)}
          type="checkbox"
          name="marked"
          value="1"
          defaultChecked={query.isMarked}
          className="size-4 accent-accent"
        />
        Marked
      </label>
    </FilterForm>
  )
}

type Row = Awaited<ReturnType<typeof listConversations>>['conversations'][number]

export function ConversationTable({ conversations }: { conversations: readonly Row[] }) {
  const { timeZone, now } = useAdminShell()
  const head = (
    <>
      <HeadCell>First message</HeadCell>
      <HeadCell className="w-32">State</HeadCell>
      <HeadCell className="hidden w-24 text-right sm:table-cell">Messages</HeadCell>
      <HeadCell className="hidden w-32 text-right sm:table-cell">Last message</HeadCell>
    </>
  )
  return (
    <Table caption="Conversations" head={head}>
      {conversations.map((conversation) => (
        <LinkRow key={conversation.id}>
          <Cell>
            <span className="flex items-center gap-2">
              {conversation.marked ? (
                <Star role="img" aria-label="Marked" className="size-4 shrink-0 fill-current text-warning" />
              ) : null}
              <Link
                to={`/admin/conversations/${conversation.id}`}
                prefetch="intent"
                className="block min-w-0 truncate font-medium no-underline after:absolute after:inset-0"
              >
                <bdi>{conversation.opening ?? 'No message'}</bdi>
              </Link>
            </span>
            <span className="block truncate text-sm text-muted">
              <bdi>{conversation.found ?? pageName(conversation.page)}</bdi>
            </span>
            <span className="block text-sm text-muted sm:hidden">
              <Time at={conversation.updated_at} timeZone={timeZone} now={now} />
            </span>
          </Cell>
          <Cell>
            <State conversation={conversation} />
          </Cell>
          <Cell className="hidden text-right text-sm text-secondary tabular-nums sm:table-cell">
            {conversation.turns}
          </Cell>
          <Cell className="hidden text-right text-sm text-secondary tabular-nums sm:table-cell">
            <Time at={conversation.updated_at} timeZone={timeZone} now={now} />
          </Cell>
        </LinkRow>
      ))}
    </Table>
  )
}

function State({ conversation: { speaker, outcome } }: { conversation: Row }) {
  if (speaker === 'owner') return <Badge tone="accent">You answer</Badge>
  return outcome ? <Badge tone={outcomeTone[outcome]}>{outcomeNames[outcome]}</Badge> : null
}
