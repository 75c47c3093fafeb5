import { FilterForm, SearchField } from '#app/ui/filter-form.tsx'
import { Select } from '#app/ui/select.tsx'

import type { ConversationListQuery } from '../conversations/conversation-list-query.ts'
import { outcomeNames, replyOutcomes } from '../conversations/conversation-outcome.ts'

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
