import type { ReactNode } from 'react'
import { Link, useSubmit } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Download, Eraser, SearchX } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { DescribedHoldings } from '../describe-holdings.server.ts'

import { describeCounts } from './describe-counts.ts'

export function HoldingsView({ holdings }: { holdings: DescribedHoldings }) {
  const { address, others, isOwn, people, inquiries, conversations, mails, mentions } = holdings
  const { timeZone } = useAdminShell()
  const total = people.length + inquiries.length + conversations.length + mails + mentions
  if (total === 0 && !isOwn)
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing is held"
        text={`No inquiry, conversation or mail is from or about ${address}. You can still erase: the erasure is recorded, and repeated if an older backup is restored.`}
      >
        <EraseButton holdings={holdings} />
      </EmptyState>
    )
  return (
    <section aria-labelledby="held-title" className="grid gap-5 rounded-lg border border-line bg-raised p-6">
      <HoldingsHeader holdings={holdings} />
      {isOwn ? (
        <p className="rounded-md border border-warning/40 bg-warning/10 px-4 py-3 text-sm">
          This is one of your own addresses: it is in the settings or belongs to your account. Notices are
          sent to it, so it cannot be erased.
        </p>
      ) : null}
      {others.length > 0 ? (
        <p className="text-sm text-secondary">
          This person also has the {others.length === 1 ? 'address' : 'addresses'}{' '}
          <bdi>{new Intl.ListFormat('en').format(others)}</bdi>, and everything under{' '}
          {others.length === 1 ? 'it' : 'them'} is included. If these are two people, undo their merge first.
        </p>
      ) : null}
      <dl className="grid gap-3 text-sm">
        {people.length > 0 ? (
          <Held name="Entries under People" count={people.length}>
            {people.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/admin/people/${id}`} className="underline underline-offset-4">
                  {people.length === 1 ? 'The person' : <bdi>{name || address}</bdi>}
                </Link>
              </li>
            ))}
          </Held>
        ) : null}
        <Held name="Inquiries" count={inquiries.length}>
          {inquiries.map(({ id, name, created_at }) => (
            <li key={id}>
              <Link to={`/admin/leads/${id}`} className="underline underline-offset-4">
                <bdi>{name}</bdi>
              </Link>
              , <Time at={created_at} timeZone={timeZone} />
            </li>
          ))}
        </Held>
        <Held name="Conversations with the assistant" count={conversations.length}>
          {conversations.map(({ id, created_at, turns }) => (
            <li key={id}>
              <Link to={`/admin/conversations/${id}`} className="underline underline-offset-4">
                {turns === 1 ? '1 message' : `${turns} messages`}
              </Link>
              , <Time at={created_at} timeZone={timeZone} />
            </li>
          ))}
        </Held>
        <Held name="Mails in the outbox, including sent ones" count={mails} />
        <Held name="Mentions in texts of others and in your notes" count={mentions} />
      </dl>
    </section>
  )
}

function HoldingsHeader({ holdings }: { holdings: DescribedHoldings }) {
  const { address, isOwn } = holdings
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <h2 id="held-title" className="min-w-0 font-semibold break-words">
        Held about <bdi>{address}</bdi>
      </h2>
      <div className="flex flex-wrap gap-2">
        {/* A plain form, because the response is a file. */}
        <form method="post" action="/admin/privacy/export">
          <FormFields>
            <input type="hidden" name="address" value={address} />
            <Button type="submit" tone="outline">
              <Download aria-hidden className="size-4" />
              Download as JSON
            </Button>
          </FormFields>
        </form>
        {isOwn ? null : <EraseButton holdings={holdings} />}
      </div>
    </div>
  )
}

function Held({ name, count, children }: { name: string; count: number; children?: ReactNode }) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-line pt-3">
      <dt className="text-secondary">{name}</dt>
      <dd className="font-semibold">{count}</dd>
      {count > 0 && children ? (
        <dd className="col-span-2">
          <ul className="grid gap-1">{children}</ul>
        </dd>
      ) : null}
    </div>
  )
}

function EraseButton({ holdings }: { holdings: DescribedHoldings }) {
  const submit = useSubmit()
  const { address, people, inquiries, conversations, mails, mentions } = holdings
  const isEntryAlone = people.length > 0 && inquiries.length + conversations.length + mails + mentions === 0
  const counts = isEntryAlone
    ? 'the entry under People'
    : describeCounts({ inquiries: inquiries.length, conversations: conversations.length, mails, mentions })
  const isProject = inquiries.some(({ status }) => status === 'won')
  const consequences = [
    `This erases: ${counts}.`,
    'Inquiries, conversations and mails are deleted for good, with their notes and history; waiting mails are not sent. In texts of others the address is blacked out.',
    ...(isProject
      ? [
          'One of the inquiries was won: keep what the law requires of that work, such as invoices, elsewhere.',
        ]
      : []),
    'Sent mails stay in their recipients’ mailboxes, yours included. Existing backups keep the data until newer ones replace them or you delete them; if one is restored, this erasure is carried out again.',
  ]
  return (
    <ConfirmDialog
      trigger={
        <>
          <Eraser aria-hidden className="size-4" />
          Erase
        </>
      }
      title={`Erase everything held about ${address}?`}
      text={consequences.join('\n')}
      confirm="Erase for good"
      onConfirm={() => void submit({ intent: 'erase', address }, { method: 'post' })}
    />
  )
}
