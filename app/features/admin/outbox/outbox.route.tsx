import { useEffect } from 'react'

import { emailStates } from '#app/platform/db/schema/email.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { listHandle } from '#app/ui/list-and-detail.ts'
import { emailStateNames, emailStateTone } from '#app/ui/email-state.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterForm, FilterSelect } from '#app/ui/filter-form.tsx'
import { Mailbox } from '#app/ui/icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

import type { Route } from './+types/outbox.route.ts'
import { emailAction } from './email-forms.server.ts'
import { addressesOf, EmailList } from './email-list.tsx'
import { listEmails } from './read-emails.server.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const params = new URL(request.url).searchParams
    const page = Number(params.get('page') ?? 1)
    const query = {
      state: emailStates.find((state) => state === params.get('state')) ?? null,
      page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    }
    return { query, ...(await listEmails(ctx, query)) }
  })
}

export const action = emailAction

export const handle = listHandle<typeof loader>('/admin/outbox', 'Outbox', ({ emails }) =>
  emails.map((email) => ({
    to: `/admin/outbox/${email.id}`,
    title: email.subject,
    text: addressesOf(email),
    at: email.sent_at ?? email.created_at,
    state: { name: emailStateNames[email.state], tone: emailStateTone[email.state] },
  })),
)

export function meta() {
  return [{ title: 'Outbox · Admin' }]
}

export default function OutboxRoute({ loaderData }: Route.ComponentProps) {
  const { query, emails, total, page, pages, canSend } = loaderData
  useEffect(() => {
    // The focused button disappeared with the last mail.
    if (total === 0 && document.activeElement === document.body) document.getElementById('content')?.focus()
  }, [total])
  const pathOf = (to: number) => {
    const params = new URLSearchParams({
      ...(query.state && { state: query.state }),
      ...(to > 1 && { page: `${to}` }),
    })
    return params.size > 0 ? `/admin/outbox?${params}` : '/admin/outbox'
  }
  return (
    <AdminPage
      width="list"
      title="Outbox"
      actions={
        <FilterForm label="Mails" className="w-44">
          <FilterSelect
            name="state"
            label="State"
            any="All mails"
            value={query.state}
            options={emailStateNames}
          />
        </FilterForm>
      }
    >
      {canSend ? null : (
        <p className="rounded-md border border-line-strong bg-raised px-4 py-3 text-sm text-secondary">
          No mail server is connected, so mails are held here until an owner connects one under Connections
          and you send them.
        </p>
      )}
      {emails.length === 0 ? (
        <EmptyState
          icon={Mailbox}
          title="No mails"
          text={
            query.state
              ? 'No mail is in this state.'
              : 'Notices of inquiries and receipts to their senders appear here.'
          }
        />
      ) : (
        <>
          <EmailList key={query.state} emails={emails} total={total} canSend={canSend} state={query.state} />
          <Pagination page={page} pages={pages} summary={`${total} in total`} pathOf={pathOf} />
        </>
      )}
    </AdminPage>
  )
}
