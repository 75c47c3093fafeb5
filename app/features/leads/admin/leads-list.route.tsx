import { Link } from 'react-router'

import { countText, MOST_COUNTED } from '#app/lib/paging.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { FilterForm, FilterSelect, SearchField } from '#app/ui/filter-form.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Download, Inbox, Search, ShieldAlert } from '#app/ui/icons.tsx'
import { LinkTabs } from '#app/ui/tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Select } from '#app/ui/select.tsx'
import { Cell, HeadCell, LinkRow, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { leadListPath, type LeadListQuery, readLeadListQuery } from '../lead-list-query.ts'
import { statusNames, statusTone } from '../lead-status.ts'
import { LEADS_PER_PAGE, listLeads } from '../list-leads.server.ts'

import type { Route } from './+types/leads-list.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const query = readLeadListQuery(new URL(request.url).searchParams)
    return { query, perPage: LEADS_PER_PAGE, ...(await listLeads(ctx, query)) }
  })
}

export function meta() {
  return [{ title: 'Leads · Admin' }]
}

export default function LeadsListRoute({ loaderData }: Route.ComponentProps) {
  const { query, leads, total, hasMore, page, pages, perPage, spam } = loaderData
  const first = (page - 1) * perPage
  return (
    <AdminPage
      title="Leads"
      actions={
        total > 0 ? (
          <a href={exportPath(query)} download className={buttonClass({ tone: 'outline', size: 'md' })}>
            <Download aria-hidden className="size-4" />
            Export CSV
          </a>
        ) : null
      }
    >
      <Folders query={query} spam={spam} />
      <Filters query={query} />
      {leads.length === 0 ? (
        <NoLeads query={query} />
      ) : (
        <>
          <LeadTable leads={leads} />
          <Pagination
            page={page}
            pages={pages}
            summary={`${first + 1}–${first + leads.length} of ${countText(total, hasMore)}`}
            pathOf={(to) => leadListPath(query, { page: to })}
          />
        </>
      )}
    </AdminPage>
  )
}

function exportPath(query: LeadListQuery): string {
  return leadListPath(query, {}).replace('/admin/leads', '/admin/leads.csv')
}

function Folders({ query, spam }: { query: LeadListQuery; spam: number }) {
  const folders = [
    { folder: 'inbox', name: 'Inbox' },
    {
      folder: 'spam',
      name: spam > 0 ? `Spam (${countText(Math.min(spam, MOST_COUNTED), spam > MOST_COUNTED)})` : 'Spam',
    },
  ] as const
  return (
    <LinkTabs
      label="Folders"
      tabs={[
        ...folders.map(({ folder, name }) => ({
          to: leadListPath(query, { folder }),
          name,
          isCurrent: query.folder === folder,
        })),
        { to: '/admin/unfiled', name: 'Unfiled mails', isCurrent: false },
      ]}
    />
  )
}

function Filters({ query }: { query: LeadListQuery }) {
  return (
    <FilterForm label="Leads" className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_11rem_11rem]">
      {query.folder === 'spam' ? <input type="hidden" name="folder" value="spam" /> : null}
      <SearchField
        label="Search leads"
        placeholder="Name, e-mail, company, words of the message"
        value={query.q}
        className="col-span-2 sm:col-span-1"
      />
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
      </Select>
    </FilterForm>
  )
}

function NoLeads({ query }: { query: LeadListQuery }) {
  if (query.q || query.status)
    return (
      <EmptyState icon={Search} title="Nothing found" text="No lead matches these filters.">
        <Link
          to={leadListPath(query, { q: '', status: null })}
          className={buttonClass({ tone: 'outline', size: 'md' })}
        >
          Clear the filters
        </Link>
      </EmptyState>
    )
  return query.folder === 'spam' ? (
    <EmptyState
      icon={ShieldAlert}
      title="No spam"
      text="Inquiries that look like spam come here and send no mail until you choose “Not spam”."
    />
  ) : (
    <EmptyState
      icon={Inbox}
      title="No inquiries yet"
      text="Inquiries from the contact form appear here, and you get a mail about each."
    />
  )
}

type LeadRow = Route.ComponentProps['loaderData']['leads'][number]

function LeadTable({ leads }: { leads: readonly LeadRow[] }) {
  const { timeZone, now } = useAdminShell()
  const head = (
    <>
      <HeadCell className="sm:w-[16rem]">From</HeadCell>
      <HeadCell className="hidden sm:table-cell">Message</HeadCell>
      <HeadCell className="w-28">Status</HeadCell>
      <HeadCell className="hidden w-32 text-right sm:table-cell">Received</HeadCell>
    </>
  )
  return (
    <Table caption="Leads" head={head}>
      {leads.map((lead) => (
        <LinkRow key={lead.id}>
          <Cell>
            <Link
              to={`/admin/leads/${lead.id}`}
              prefetch="intent"
              className="block truncate font-medium no-underline after:absolute after:inset-0"
            >
              <bdi>{lead.name}</bdi>
            </Link>
            <span className="block truncate text-sm text-muted">
              <bdi>{lead.company ?? lead.email}</bdi>
            </span>
            <span className="block text-sm text-muted sm:hidden">
              <Time at={lead.created_at} timeZone={timeZone} now={now} />
            </span>
          </Cell>
          <Cell className="hidden sm:table-cell">
            <span className="line-clamp-2 text-sm text-secondary">
              {lead.service ? <span className="text-primary">{lead.service}: </span> : null}
              <bdi>{lead.spam_reason ?? lead.excerpt}</bdi>
            </span>
          </Cell>
          <Cell>
            <Badge tone={statusTone[lead.status]}>{statusNames[lead.status]}</Badge>
          </Cell>
          <Cell className="hidden text-right text-sm text-secondary tabular-nums sm:table-cell">
            <Time at={lead.created_at} timeZone={timeZone} now={now} />
          </Cell>
        </LinkRow>
      ))}
    </Table>
  )
}
