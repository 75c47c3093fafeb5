import { Link } from 'react-router'

import type { EmailState } from '#app/platform/db/schema/email.ts'
import { Badge } from '#app/ui/badge.tsx'
import { emailStateNames, emailStateTone } from '#app/ui/email-state.ts'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { useAwake } from '#app/ui/use-awake.ts'
import { useSelection } from '#app/ui/use-selection.ts'

import { EmailActions, useEmailForm } from './email-actions.tsx'
import type { listEmails } from './read-emails.server.ts'

type Listed = Awaited<ReturnType<typeof listEmails>>
type Email = Listed['emails'][number]

type EmailListProps = Pick<Listed, 'emails' | 'total' | 'canSend'> & { state: EmailState | null }

const checkbox = 'size-4 accent-accent'

/** Lists a page of mails, which can be selected one by one, by page, or by filter. */
export function EmailList({ emails, total, canSend, state }: EmailListProps) {
  const isAwake = useAwake()
  const { form, picked, isAll, recount, pickPage, pickRange, clear } = useSelection(emails)
  const fetcher = useEmailForm(clear)
  const count = isAll ? total : picked.length
  const findAddress = () => {
    const first = emails.find(({ id }) => isAll || picked.includes(id))
    return first ? addressesOf(first) : ''
  }
  return (
    <fetcher.Form
      ref={form}
      method="post"
      aria-label="Selected mails"
      onChange={recount}
      onClick={pickRange}
      onKeyDown={(event) => {
        // Enter would submit the form without any of its buttons.
        const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
        if (isBox && event.key === 'Enter') event.preventDefault()
      }}
      className="overflow-hidden rounded-lg border border-line bg-raised"
    >
      <FormFields>
        {state ? <input type="hidden" name="state" value={state} /> : null}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-sm sm:gap-x-5">
          {isAwake ? (
            <label className="inline-flex items-center gap-3">
              <input
                type="checkbox"
                className={checkbox}
                checked={emails.every(({ id }) => picked.includes(id))}
                onChange={(event) => pickPage(event.currentTarget.checked)}
              />
              Select all
            </label>
          ) : null}
          {total > emails.length || !isAwake ? (
            <label className="inline-flex items-center gap-3">
              <input type="checkbox" name="all" value="yes" className={checkbox} />
              Select all {total.toLocaleString('en-US')} that match
            </label>
          ) : null}
          <span role="status" className="text-secondary tabular-nums">
            {count > 0 ? `${count} selected` : ''}
          </span>
          <span className="-me-3 flex flex-wrap items-center max-sm:-ms-2 max-sm:[&>button>svg]:hidden sm:ms-auto sm:gap-x-2">
            <EmailActions
              fetcher={fetcher}
              canResend={canSend}
              canCorrect
              canDismiss
              findAddress={findAddress}
              isQuiet={isAwake && count === 0}
            />
          </span>
        </div>
        <ul className="divide-y divide-line">
          {emails.map((email) => (
            <EmailRow key={email.id} email={email} />
          ))}
        </ul>
      </FormFields>
    </fetcher.Form>
  )
}

function EmailRow({ email }: { email: Email }) {
  const { timeZone, now } = useAdminShell()
  return (
    <li className="relative flex items-center gap-4 px-4 py-1.5 transition-colors hover:bg-overlay">
      <input
        type="checkbox"
        name="pick"
        value={email.id}
        aria-label={`Select ${email.subject}, to ${addressesOf(email)}`}
        className={`${checkbox} relative z-10`}
      />
      <div className="min-w-0 flex-1">
        <Link
          to={`/admin/outbox/${email.id}`}
          prefetch="intent"
          className="block truncate font-medium no-underline after:absolute after:inset-0"
        >
          {email.subject}
        </Link>
        <p className="truncate text-sm text-muted">
          {addressesOf(email)}
          {email.last_error ? ` · ${email.last_error}` : null}
        </p>
      </div>
      <Badge tone={emailStateTone[email.state]}>{emailStateNames[email.state]}</Badge>
      <span className="hidden w-28 text-end text-sm text-secondary sm:block">
        <Time at={email.sent_at ?? email.created_at} timeZone={timeZone} now={now} />
      </span>
    </li>
  )
}

export function addressesOf({ recipients }: Pick<Email, 'recipients'>): string {
  return (JSON.parse(recipients) as string[]).join(', ')
}
