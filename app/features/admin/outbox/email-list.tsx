import { useState } from 'react'
import { Link } from 'react-router'

import type { EmailState } from '#app/platform/db/schema/email.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { emailStateNames, emailStateTone } from '#app/ui/email-state.ts'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { EmailActions } from './email-actions.tsx'
import type { listEmails } from './read-emails.server.ts'

type Listed = Awaited<ReturnType<typeof listEmails>>
type Email = Listed['emails'][number]

type EmailListProps = Pick<Listed, 'emails' | 'total' | 'canSend'> & { state: EmailState | null }

const checkbox = 'size-4 accent-accent'

/** The mails of a page. They can be selected one by one, by page, or all that match the filter. */
export function EmailList({ emails, total, canSend, state }: EmailListProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setAll] = useState(false)
  const pick = (ids: readonly string[], isPicked: boolean) => {
    const others = [...picked].filter((id) => !ids.includes(id))
    setPicked(new Set(isPicked ? [...others, ...ids] : others))
    setAll(false)
  }
  const isPageFull = emails.every(({ id }) => picked.has(id))
  const count = isAll ? total : picked.size
  const first = emails.find(({ id }) => picked.has(id))
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 text-sm">
        <SelectPage
          isFull={isPageFull}
          onPick={(isPicked) =>
            pick(
              emails.map(({ id }) => id),
              isPicked,
            )
          }
        />
        {isPageFull && !isAll && total > emails.length ? (
          <Button tone="quiet" size="sm" onClick={() => setAll(true)}>
            Select all {total} mails
          </Button>
        ) : null}
        <span role="status" className="text-secondary tabular-nums">
          {count > 0 ? `${count} selected` : ''}
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          <EmailActions
            selection={isAll ? { all: 'yes', ...(state && { state }) } : { ids: [...picked].join(',') }}
            canResend={count > 0 && canSend}
            canCorrect={count > 0}
            canDismiss={count > 0}
            address={first ? addressesOf(first) : ''}
            onDone={() => {
              setPicked(new Set())
              setAll(false)
            }}
          />
        </span>
      </div>
      <ul className="divide-y divide-line">
        {emails.map((email) => (
          <EmailRow
            key={email.id}
            email={email}
            isPicked={isAll || picked.has(email.id)}
            onPick={(isPicked) => pick([email.id], isPicked)}
          />
        ))}
      </ul>
    </div>
  )
}

function SelectPage({ isFull, onPick }: { isFull: boolean; onPick: (isPicked: boolean) => void }) {
  return (
    <label className="inline-flex items-center gap-3">
      <input
        type="checkbox"
        className={checkbox}
        checked={isFull}
        onChange={(event) => onPick(event.currentTarget.checked)}
      />
      Select all
    </label>
  )
}

type EmailRowProps = { email: Email; isPicked: boolean; onPick: (isPicked: boolean) => void }

function EmailRow({ email, isPicked, onPick }: EmailRowProps) {
  const { timeZone, now } = useAdminShell()
  return (
    <li className="relative flex items-center gap-4 px-4 py-3 transition-colors hover:bg-overlay">
      <input
        type="checkbox"
        aria-label={`Select ${email.subject}, to ${addressesOf(email)}`}
        className={`${checkbox} relative z-10`}
        checked={isPicked}
        onChange={(event) => onPick(event.currentTarget.checked)}
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
      <span className="hidden w-28 text-right text-sm text-secondary sm:block">
        <Time at={email.sent_at ?? email.created_at} timeZone={timeZone} now={now} />
      </span>
    </li>
  )
}

function addressesOf({ recipients }: Email): string {
  return (JSON.parse(recipients) as string[]).join(', ')
}
