import { cx } from '#app/lib/class-names.ts'
import { defaultLocale, fill } from '#app/lib/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { FilterForm, FilterSelect, SearchField, useShownValue } from '#app/ui/filter-form.tsx'
import { inputClass } from '#app/ui/field.tsx'

import { type AuditQuery, changeKinds, subjectOf } from './audit-query.ts'
import { auditMessages } from './messages.ts'

const texts = auditMessages[defaultLocale]

const groups = [...Map.groupBy(changeKinds, subjectOf)]

export function AuditFilters({ query }: { query: AuditQuery }) {
  return (
    <FilterForm label={texts.title} className="flex flex-wrap items-end gap-3">
      <SearchField
        label="Search the audit log"
        placeholder="Titles, fields, devices"
        value={query.q}
        className="min-w-60 flex-1"
      />
      <span className="w-full sm:w-60">
        <FilterSelect name="what" label="Kind of change" any={texts.anyChange} value={query.what}>
          {groups.map(([subject, kinds]) => {
            const name = texts.subjects[subject]
            return (
              <optgroup key={subject} label={name}>
                {kinds.length > 1 ? (
                  <option value={subject}>{fill(texts.all, { subject: name })}</option>
                ) : null}
                {kinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {texts.changes[kind]}
                  </option>
                ))}
              </optgroup>
            )
          })}
        </FilterSelect>
      </span>
      <div className="flex w-full flex-wrap items-end gap-3 sm:w-auto">
        <Day name="from" label="From" value={query.from} />
        <Day name="to" label="To" value={query.to} />
        <Button type="submit" tone="outline" className="w-full sm:w-auto">
          Show
        </Button>
      </div>
    </FilterForm>
  )
}

function Day({ name, label, value }: { name: 'from' | 'to'; label: string; value: string }) {
  const control = useShownValue<HTMLInputElement>(value)
  return (
    <label className="grid min-w-0 flex-1 gap-1 text-xs text-muted sm:w-42 sm:flex-none">
      {label}
      <input
        ref={control}
        type="date"
        name={name}
        defaultValue={value}
        className={cx(inputClass, 'w-full min-w-0 px-3 py-2')}
      />
    </label>
  )
}
