import { amountText } from '#app/lib/amounts.ts'
import { cx } from '#app/lib/class-names.ts'
import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/field.tsx'
import { FilterForm, FilterSelect, SearchField } from '#app/ui/filter-form.tsx'
import { Select } from '#app/ui/select.tsx'

import { countFilters, dueNames, type LeadListQuery } from '../lead-list-query.ts'
import { statusNames } from '../lead-status.ts'

type LeadFiltersProps = {
  query: LeadListQuery
  assignees: readonly { id: string; name: string }[]
  tags: readonly string[]
  currency: string
  answers: Readonly<Record<string, string>>
  /** Names of the site's languages by their tags; empty for a site with one. */
  languages: Readonly<Record<string, string>>
  /** Names of the assistants by their ids; empty if there is one. */
  assistants: Readonly<Record<string, string>>
  /** The board has a column for each status and its own order, so it offers neither filter. */
  isBoard?: boolean
}

export function LeadFilters({
  query,
  assignees,
  tags,
  currency,
  answers,
  languages,
  assistants,
  isBoard = false,
}: LeadFiltersProps) {
  const set = countFilters(query)
  const hasAnswers = Object.keys(answers).length > 0
  return (
    <FilterForm label="Leads" className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_11rem_11rem]">
      {query.folder === 'spam' ? <input type="hidden" name="folder" value="spam" /> : null}
      <SearchField
        label="Search leads"
        placeholder="Name, e-mail, company or message"
        value={query.q}
        className="col-span-2 sm:col-span-1"
      />
      {isBoard ? null : <StatusAndOrder query={query} />}
      <details open={set > 0} className="col-span-2 sm:col-span-3">
        <summary className="w-fit cursor-pointer text-sm text-secondary">
          More filters{set > 0 ? ` (${set})` : ''}
        </summary>
        <div
          className={cx(
            'mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3',
            hasAnswers
              ? 'lg:grid-cols-[1fr_1fr_1fr_1fr_7rem_7rem_auto]'
              : 'lg:grid-cols-[1fr_1fr_1fr_8rem_8rem_auto]',
          )}
        >
          <FilterSelect
            name="due"
            label="Next step due"
            any="Any date"
            value={query.due}
            options={dueNames}
          />
          <FilterSelect
            name="assignee"
            label="Assigned to"
            any="Anyone"
            value={query.assignee}
            options={{
              me: 'Me',
              nobody: 'Nobody',
              ...Object.fromEntries(assignees.map(({ id, name }) => [id, name])),
            }}
          />
          <FilterSelect
            name="tag"
            label="Tag"
            any="Any tag"
            value={query.tag}
            options={Object.fromEntries(
              [...new Set([...tags, ...(query.tag ? [query.tag] : [])])].map((tag) => [tag, tag]),
            )}
          />
          <FilterSelect
            name="answer"
            label="Answer"
            any="Any answer"
            value={query.answer ?? null}
            options={answers}
          />
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
          <AmountField name="min" label={`From ${currency}`} value={query.min} />
          <AmountField name="max" label={`To ${currency}`} value={query.max} />
          <Button type="submit" tone="outline">
            Apply
          </Button>
        </div>
      </details>
    </FilterForm>
  )
}

function AmountField({ name, label, value }: { name: string; label: string; value: number | null }) {
  return (
    <input
      key={value}
      name={name}
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      maxLength={24}
      defaultValue={value === null ? undefined : amountText(value)}
      className={`${inputClass} px-3 py-2`}
    />
  )
}

function StatusAndOrder({ query }: Pick<LeadFiltersProps, 'query'>) {
  return (
    <>
      <FilterSelect
        name="status"
        label="Status"
        any="Any status"
        value={query.status}
        options={statusNames}
      />
      <Select
        key={`sort-${query.sort}`}
        name="sort"
        aria-label="Sort by"
        defaultValue={query.sort}
        className="py-2"
      >
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
        <option value="name">By name</option>
        <option value="status">By status</option>
        <option value="due">By due date</option>
        <option value="value">By value</option>
      </Select>
    </>
  )
}
