import { Mailbox } from 'lucide-react'
import { Form, Link, useSubmit } from 'react-router'

import type { EmailState } from '#app/platform/db/schema/email.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { emailStateNames, emailStateTone } from '#app/ui/email-state.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Select } from '#app/ui/select.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { Route } from './+types/outbox.route.ts'
import { listEmails } from './list-emails.server.ts'

const states = ['waiting', 'held', 'sent', 'failed'] as const satisfies readonly EmailState[]

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const params = new URL(request.url).searchParams
    const page = Number(params.get('page') ?? 1)
    const query = {
      state: states.find((state) => state === params.get('state')) ?? null,
      page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    }
    return { query, ...(await listEmails(ctx, query)) }
  })
}

export function meta() {
  return [{ title: 'Outbox · Admin' }]
}

export default function OutboxRoute({ loaderData }: Route.ComponentProps) {
  const { query, emails, total, page, pages, canSend } = loaderData
  const submit = useSubmit()
  const pathOf = (to: number) => {
    const params = new URLSearchParams({
      ...(query.state && { state: query.state }),
      ...(to > 1 && { page: `${to}` }),
    })
    return params.size > 0 ? `/admin/outbox?${params}` : '/admin/outbox'
  }
  return (
    <AdminPage title="Outbox">
      {canSend ? null : (
        <p className="rounded-md border border-line-strong bg-raised px-4 py-3 text-sm text-secondary">
          No mail server is set, so mails are held here. Set SMTP_URL and start again; then send them from
          here.
        </p>
      )}
      <Form
        role="search"
        aria-label="Mails"
        className="w-44"
        onChange={(event) => void submit(event.currentTarget)}
      >
        <Select
          key={query.state}
          name="state"
          aria-label="State"
          defaultValue={query.state ?? ''}
          className="py-2"
        >
          <option value="">All mails</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {emailStateNames[state]}
            </option>
          ))}
        </Select>
      </Form>
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
          <EmailList emails={emails} />
          <Pagination page={page} pages={pages} summary={`${total} in all`} pathOf={pathOf} />
        </>
      )}
    </AdminPage>
  )
}

function EmailList({ emails }: Pick<Route.ComponentProps['loaderData'], 'emails'>) {
  const { timeZone, now } = useAdminShell()
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
      {emails.map((email) => (
        <li
          key={email.id}
          className="relative flex items-center gap-4 px-4 py-3 transition-colors hover:bg-overlay"
        >
          <div className="min-w-0 flex-1">
            <Link
              to={`/admin/outbox/${email.id}`}
              prefetch="intent"
              className="block truncate font-medium no-underline after:absolute after:inset-0"
            >
              {email.subject}
            </Link>
            <p className="truncate text-sm text-muted">
              {(JSON.parse(email.recipients) as string[]).join(', ')}
              {email.last_error ? ` · ${email.last_error}` : null}
            </p>
          </div>
          <Badge tone={emailStateTone[email.state]}>{emailStateNames[email.state]}</Badge>
          <span className="hidden w-28 text-right text-sm text-secondary sm:block">
            <Time at={email.sent_at ?? email.created_at} timeZone={timeZone} now={now} />
          </span>
        </li>
      ))}
    </ul>
  )
}
