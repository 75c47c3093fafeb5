import { Search } from 'lucide-react'
import { Form, useSubmit } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { inputClass } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

import type { ConversationListQuery } from '../conversations/conversation-list-query.ts'
import { outcomeNames, replyOutcomes } from '../conversations/conversation-outcome.ts'

export function ConversationFilters({ query }: { query: ConversationListQuery }) {
  const submit = useSubmit()
  return (
    <Form
      role="search"
      aria-label="Conversations"
      className="grid grid-cols-2 items-center gap-3 sm:grid-cols-[1fr_10rem_12rem_auto]"
      onChange={(event) => {
        const { target } = event
        const isChoice = target instanceof HTMLInputElement && target.type === 'checkbox'
        if (isChoice || target instanceof HTMLSelectElement) void submit(event.currentTarget)
      }}
    >
      <span className="relative col-span-2 sm:col-span-1">
        <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
        <input
          key={query.q}
          type="search"
          name="q"
          aria-label="Search messages"
          placeholder="Words of a message"
          defaultValue={query.q}
          className={cx(inputClass, 'py-2 pl-9')}
        />
      </span>
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
    </Form>
  )
}
