import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { defaultLocale, fill } from '#app/lib/messages.ts'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { AuditEntry } from './list-audit-entries.server.ts'
import { auditMessages } from './messages.ts'
import { fieldInWords, sayValues } from './say-values.ts'

const texts = auditMessages[defaultLocale]

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const head = (
    <>
      <HeadCell>What</HeadCell>
      <HeadCell className="hidden w-[15rem] sm:table-cell">Who</HeadCell>
      <HeadCell className="hidden w-52 text-right sm:table-cell">When</HeadCell>
    </>
  )
  return (
    <Table caption={texts.title} head={head}>
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </Table>
  )
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { timeZone } = useAdminShell()
  const when = <Time at={entry.at} timeZone={timeZone} />
  return (
    <tr className="align-top">
      <Cell>
        <What entry={entry} />
        <Details entry={entry} />
        <span className="mt-1 block text-sm text-muted sm:hidden">
          {who(entry)} · {when}
        </span>
      </Cell>
      <Cell className="hidden text-sm sm:table-cell">
        <bdi className="block truncate text-secondary">{who(entry)}</bdi>
        {entry.actor_name === null ? null : (
          <span className="block truncate text-muted">{entry.actor_email}</span>
        )}
        <span className="block text-muted">{entry.device}</span>
      </Cell>
      <Cell className="hidden text-right text-sm whitespace-nowrap text-secondary tabular-nums sm:table-cell">
        {when}
      </Cell>
    </tr>
  )
}

function who({ actor, actor_email, actor_name }: AuditEntry): string {
  return actor_name ?? actor_email ?? texts.actors[actor]
}

/** Shows the sentence and its subject: the title, or the id of a deleted record without a title. */
function What({ entry: { kind, subject_id, subject_title, subject_path } }: { entry: AuditEntry }) {
  const about = subject_title ?? (subject_path === null ? subject_id : null)
  const sentence = texts.changes[kind]
  return (
    <>
      <span className="block font-medium">
        {about === null ? <Linked to={subject_path}>{sentence}</Linked> : sentence}
      </span>
      {about === null ? null : (
        <span className="block truncate text-sm text-secondary">
          <Linked to={subject_path}>
            <bdi>{about}</bdi>
          </Linked>
        </span>
      )}
    </>
  )
}

function Linked({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return children
  return (
    <Link to={to} reloadDocument={!to.startsWith('/admin/')} className="underline underline-offset-4">
      {children}
    </Link>
  )
}

function Details({ entry: { fields, changes, times } }: { entry: AuditEntry }) {
  return (
    <>
      {fields ? (
        <span className="block text-sm text-muted">
          {fields.length > 0
            ? fill(texts.fields, { fields: fields.map(fieldInWords).join(', ') })
            : texts.noFields}
        </span>
      ) : null}
      {changes ? <bdi className="block text-sm break-words text-muted">{sayValues(changes)}</bdi> : null}
      {times > 1 ? <span className="block text-sm text-muted">{fill(texts.times, { times })}</span> : null}
    </>
  )
}
