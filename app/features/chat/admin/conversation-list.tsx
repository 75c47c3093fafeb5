import { Link } from 'react-router'

import {
  outcomeNames,
  outcomeTone,
  pageName,
  ratingFilters,
  replyOutcomes,
} from '#app/features/chat/conversations/conversation-labels.ts'
import type { ConversationListQuery } from '#app/features/chat/conversations/conversation-list-query.ts'
import type {
  listConversations,
  readConversationFigures,
} from '#app/features/chat/conversations/list-conversations.server.ts'
import { cx } from '#app/lib/class-names.ts'
import { ownNameOf } from '#app/lib/languages.ts'
import { Badge } from '#app/ui/badge.tsx'
import { FilterForm, FilterSelect, SearchField } from '#app/ui/filter-form.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { Star, ThumbsDown, ThumbsUp } from '#app/ui/icons.tsx'
import { Select } from '#app/ui/select.tsx'
import { Cell, HeadCell, LinkRow, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

type FiltersProps = {
  query: ConversationListQuery
  /** Names of the site's languages by their tags; empty for a site with one. */
  languages: Readonly<Record<string, string>>
  /** Names of the assistants by their ids; empty if there is one. */
  assistants: Readonly<Record<string, string>>
}

const columns = [
  'lg:grid-cols-[1fr_repeat(3,10.5rem)_auto_auto]',
  'lg:grid-cols-4 xl:grid-cols-[1fr_repeat(4,10.5rem)_auto_auto]',
  'lg:grid-cols-4 2xl:grid-cols-[1fr_repeat(5,10.5rem)_auto_auto]',
]

export function ConversationFilters({ query, languages, assistants }: FiltersProps) {
  const hasLanguages = Object.keys(languages).length > 0
  const hasAssistants = Object.keys(assistants).length > 0
  return (
    <FilterForm
      label="Conversations"
      className={cx(
        'grid grid-cols-2 items-center gap-3 sm:grid-cols-3',
        columns[Number(hasLanguages) + Number(hasAssistants)],
      )}
    >
      <SearchField
        label="Search messages"
        placeholder="Words in a message"
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
      <Select
        key={`rating-${query.rating}`}
        name="rating"
        aria-label="Rating"
        defaultValue={query.rating === null ? '' : query.rating}
        className="py-2"
      >
        <option value="">Any rating</option>
        {Object.entries(ratingFilters).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
      <FilterSelect
        name="language"
        label="Language"
        any="Any language"
        value={query.language ?? null}
        options={languages}
      />
      <FilterSelect
        name="assistant"
        label="Assistant"
        any="Any assistant"
        value={query.assistant ?? null}
        options={assistants}
      />
      <FilterBox name="waiting" label="Waiting" isTicked={query.isWaiting} />
      <FilterBox name="marked" label="Marked" isTicked={query.isMarked} />
    </FilterForm>
  )
}

function FilterBox({ name, label, isTicked }: { name: string; label: string; isTicked: boolean }) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2 text-sm">
      <input
        key={String(isTicked)}
        type="checkbox"
        name={name}
        value="1"
        defaultChecked={isTicked}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  )
}

type Figures = Awaited<ReturnType<typeof readConversationFigures>>

/** How visitors rate the replies, and how many wait. Renders nothing before the first rating or request. */
export function ConversationFigures({ figures }: { figures: Figures }) {
  const { days, helpful, unhelpful, waiting } = figures
  const rated = helpful + unhelpful
  if (rated === 0 && waiting === 0) return null
  return (
    <dl aria-label="Figures" className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
      {rated > 0 ? (
        <Fact name={`Rated helpful in ${days} days`}>
          <span className="tabular-nums">
            {Math.round((100 * helpful) / rated)} % ({helpful} of {rated})
          </span>
        </Fact>
      ) : null}
      <Fact name="Waiting for a person">
        <span className="tabular-nums">{waiting}</span>
      </Fact>
    </dl>
  )
}

type Row = Awaited<ReturnType<typeof listConversations>>['conversations'][number]

type TableProps = { conversations: readonly Row[]; hasLanguages: boolean; hasAssistants: boolean }

export function ConversationTable({ conversations, hasLanguages, hasAssistants }: TableProps) {
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
              {hasLanguages && conversation.language ? <> · {ownNameOf(conversation.language)}</> : null}
              {hasAssistants && conversation.assistant ? (
                <>
                  {' · '}
                  <bdi>{conversation.assistant}</bdi>
                </>
              ) : null}
            </span>
            <span className="block text-sm text-muted sm:hidden">
              <Time at={conversation.updated_at} timeZone={timeZone} now={now} />
            </span>
          </Cell>
          <Cell>
            <State conversation={conversation} />
            <Ratings conversation={conversation} />
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

function Ratings({ conversation: { helpful, unhelpful } }: { conversation: Row }) {
  if (helpful + unhelpful === 0) return null
  const counts = [
    { count: helpful, Icon: ThumbsUp, name: 'helpful' },
    { count: unhelpful, Icon: ThumbsDown, name: 'not helpful' },
  ]
  return (
    <span className="mt-1 flex gap-3 text-xs text-secondary tabular-nums">
      {counts.map(({ count, Icon, name }) =>
        count === 0 ? null : (
          <span key={name} className="inline-flex items-center gap-1">
            <Icon aria-hidden className="size-3.5" />
            {count}
            <span className="sr-only"> rated {name}</span>
          </span>
        ),
      )}
    </span>
  )
}

function State({ conversation: { speaker, outcome, waiting_since } }: { conversation: Row }) {
  if (waiting_since !== null) return <Badge tone="warning">Waiting</Badge>
  if (speaker === 'owner') return <Badge tone="accent">You answer</Badge>
  return outcome ? <Badge tone={outcomeTone[outcome]}>{outcomeNames[outcome]}</Badge> : null
}
