import { cx } from '#app/lib/class-names.ts'
import { defaultLocale, fill } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState, NothingFound } from '#app/ui/empty-state.tsx'
import { inputClass } from '#app/ui/field.tsx'
import { FilterForm, FilterSelect, SearchField, useShownValue } from '#app/ui/filter-form.tsx'
import { ExportLink } from '#app/ui/export-link.tsx'
import { ScrollText } from '#app/ui/icons.tsx'
import { PagedRows } from '#app/ui/paged-rows.tsx'

import type { Route } from './+types/audit.route.ts'
import {
  auditPath,
  type AuditQuery,
  changeKinds,
  KEEP_MONTHS,
  readAuditQuery,
  subjectOf,
} from './audit-query.ts'
import { AuditTable } from './audit-table.tsx'
import { AUDIT_ENTRIES_PER_PAGE, listAuditEntries } from './list-audit-entries.server.ts'
import { auditMessages } from './messages.ts'

const texts = auditMessages[defaultLocale]

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const query = readAuditQuery(new URL(request.url).searchParams)
    return { query, perPage: AUDIT_ENTRIES_PER_PAGE, ...(await listAuditEntries(ctx, query)) }
  })
}

export function meta() {
  return [{ title: `${texts.title} · Admin` }]
}

export default function AuditRoute({ loaderData }: Route.ComponentProps) {
  const { query, entries, total } = loaderData
  return (
    <AdminPage
      width="list"
      title={texts.title}
      actions={total > 0 ? <ExportLink to={auditPath(query, {}, '/admin/audit.csv')} /> : null}
    >
      <BackLink to="/admin/settings" name="Settings">
        {fill(texts.kept, { months: KEEP_MONTHS })}
      </BackLink>
      <AuditFilters query={query} />
      <PagedRows
        list={loaderData}
        shown={entries.length}
        none={<NoEntries query={query} />}
        pathOf={(page) => auditPath(query, { page })}
      >
        <AuditTable entries={entries} />
      </PagedRows>
    </AdminPage>
  )
}

function NoEntries({ query }: { query: AuditQuery }) {
  if (auditPath(query) === '/admin/audit') return <EmptyState icon={ScrollText} {...texts.empty} />
  return <NothingFound {...texts.nothingFound} to="/admin/audit" />
}

const groups = [...Map.groupBy(changeKinds, subjectOf)]

function AuditFilters({ query }: { query: AuditQuery }) {
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
