import { Link } from 'react-router'

import { defaultLocale, fill } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Download, ScrollText, Search } from '#app/ui/icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

import type { Route } from './+types/audit.route.ts'
import { AuditFilters } from './audit-filters.tsx'
import { auditPath, type AuditQuery, KEEP_MONTHS, readAuditQuery } from './audit-query.ts'
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
  const { query, entries, total, page, pages, perPage } = loaderData
  const first = (page - 1) * perPage
  return (
    <AdminPage
      title={texts.title}
      actions={
        total > 0 ? (
          <a
            href={auditPath(query, {}, '/admin/audit.csv')}
            download
            className={buttonClass({ tone: 'outline', size: 'md' })}
          >
            <Download aria-hidden className="size-4" />
            Export CSV
          </a>
        ) : null
      }
    >
      <BackLink to="/admin/settings" name="Settings">
        {fill(texts.kept, { months: KEEP_MONTHS })}
      </BackLink>
      <AuditFilters query={query} />
      {entries.length === 0 ? (
        <NoEntries query={query} />
      ) : (
        <>
          <AuditTable entries={entries} />
          <Pagination
            page={page}
            pages={pages}
            summary={`${first + 1}–${first + entries.length} of ${total}`}
            pathOf={(to) => auditPath(query, { page: to })}
          />
        </>
      )}
    </AdminPage>
  )
}

function NoEntries({ query }: { query: AuditQuery }) {
  if (auditPath(query) === '/admin/audit') return <EmptyState icon={ScrollText} {...texts.empty} />
  return (
    <EmptyState icon={Search} {...texts.nothingFound}>
      <Link to="/admin/audit" className={buttonClass({ tone: 'outline', size: 'md' })}>
        Clear the filters
      </Link>
    </EmptyState>
  )
}
