import { Link } from 'react-router'
import { z } from 'zod'

import { countText, MOST_COUNTED } from '#app/lib/paging.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { listAssignees } from '#app/platform/members.server.ts'
import { readAssistantChoices } from '#app/platform/lists/assistants-of-list.server.ts'
import { readLanguageChoices } from '#app/platform/lists/languages-of-list.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState, NothingFound } from '#app/ui/empty-state.tsx'
import { ExportLink } from '#app/ui/export-link.tsx'
import { Inbox, ShieldAlert } from '#app/ui/icons.tsx'
import { LinkTabs } from '#app/ui/tabs.tsx'
import { listHandle } from '#app/ui/list-and-detail.ts'
import { PagedRows } from '#app/ui/paged-rows.tsx'

import { BulkForm } from '../bulk/bulk-form.tsx'
import { bulkForms } from '../bulk/bulk-forms.server.ts'
import { readAnswerChoices, todayOf } from '../lead-filters.server.ts'
import {
  isFiltered,
  leadListPath,
  type LeadListQuery,
  noFilters,
  readLeadListQuery,
} from '../lead-list-query.ts'

import { statusNames, statusTone } from '../lead-status.ts'
import { LEADS_PER_PAGE, listLeads } from '../list-leads.server.ts'
import { listTags } from '../work/list-tags.server.ts'
import { deleteView, listViews, saveView, viewQuery } from '../work/saved-views.server.ts'

import type { Route } from './+types/leads-list.route.ts'
import { LeadFilters } from './lead-filters.tsx'
import { LeadTable } from './lead-table.tsx'
import { LeadViews } from './lead-views.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const query = readLeadListQuery(new URL(request.url).searchParams)
    const [list, assignees, tags, { currency }, today, views, answers, languages, assistants] =
      await Promise.all([
        listLeads(ctx, query),
        listAssignees(ctx),
        listTags(ctx),
        ctx.site(ctx),
        todayOf(ctx),
        listViews(ctx),
        readAnswerChoices(ctx),
        readLanguageChoices(ctx),
        readAssistantChoices(ctx),
      ])
    return {
      query,
      perPage: LEADS_PER_PAGE,
      ...list,
      assignees,
      tags,
      currency,
      today,
      views,
      answers,
      languages,
      assistants,
      view: viewQuery(leadListPath(query, {}, '')),
    }
  })
}

const viewSchema = z.object({ name: textField, query: textField })

const viewForms = {
  'save-view': form({
    schema: viewSchema,
    run: saveView,
    toast: ({ name }) => ({ title: `View “${name}” saved` }),
  }),
  'undo-view': form({
    schema: viewSchema,
    async run(ctx, input) {
      await saveView(ctx, input)
    },
    toast: { title: 'Undone' },
  }),
  'delete-view': form({
    schema: z.object({ view: textField }),
    run: deleteView,
    toast: ({ name, query }) => ({
      title: `View “${name}” deleted`,
      undo: { action: '/admin/leads', fields: { intent: 'undo-view', name, query } },
    }),
  }),
}

/** Allows for a checkbox per lead, and for the fields beside them. */
export const action = formAction({ ...bulkForms, ...viewForms }, { maxFields: LEADS_PER_PAGE + 10 })

export const handle = listHandle<typeof loader>('/admin/leads', 'Leads', ({ leads }) =>
  leads.map((lead) => ({
    to: `/admin/leads/${lead.id}`,
    title: lead.name,
    text: lead.company ?? lead.email,
    at: lead.created_at,
    state: { name: statusNames[lead.status], tone: statusTone[lead.status] },
  })),
)

export function meta() {
  return [{ title: 'Leads · Admin' }]
}

export default function LeadsListRoute({ loaderData }: Route.ComponentProps) {
  const { query, leads, total, hasMore, pages, spam } = loaderData
  const { assignees, tags, currency, today, views, view, answers, languages, assistants } = loaderData
  return (
    <AdminPage
      width="list"
      title="Leads"
      actions={
        total > 0 ? (
          <>
            <Link to={boardPathOf(query)} className={buttonClass({ tone: 'outline', size: 'md' })}>
              Board
            </Link>
            <ExportLink to={leadListPath(query, {}, '/admin/leads.csv')} />
          </>
        ) : null
      }
    >
      <Folders query={query} spam={spam} />
      <LeadViews views={views} current={view} />
      <LeadFilters
        query={query}
        assignees={assignees}
        tags={tags}
        currency={currency}
        answers={answers}
        languages={languages}
        assistants={assistants}
      />
      <PagedRows
        list={loaderData}
        shown={leads.length}
        none={<NoLeads query={query} />}
        pathOf={(page) => leadListPath(query, { page })}
      >
        <BulkForm
          view={leadListPath(query, {}, '').replace('?', '')}
          leads={leads}
          total={countText(total, hasMore)}
          hasMorePages={pages > 1}
          assignees={assignees}
          tags={tags}
        >
          <LeadTable leads={leads} assignees={assignees} currency={currency} today={today} />
        </BulkForm>
      </PagedRows>
    </AdminPage>
  )
}

function boardPathOf(query: LeadListQuery): string {
  return leadListPath(query, { folder: 'inbox', status: null, sort: 'newest' }, '/admin/leads/board')
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

function NoLeads({ query }: { query: LeadListQuery }) {
  if (isFiltered(query))
    return (
      <NothingFound text="No lead matches these filters." to={leadListPath(query, { q: '', ...noFilters })} />
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
