import { Link } from 'react-router'

import { defaultLocale, fill } from '#app/lib/messages.ts'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { AuditEntry } from './list-audit-entries.server.ts'
import { auditMessages } from './messages.ts'

const texts = auditMessages[defaultLocale]

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const head = (
    <>
      <HeadCell>What</HeadCell>
      <HeadCell className="hidden w-[15rem] sm:table-cell">Who</HeadCell>
      <HeadCell className="hidden w-44 text-right sm:table-cell">When</HeadCell>
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
        <span className="block font-medium">{texts.changes[entry.kind]}</span>
        <Subject entry={entry} />
        <Details entry={entry} />
        <span className="mt-1 block text-sm text-muted sm:hidden">
          {who(entry)} · {when}
        </span>
      </Cell>
      <Cell className="hidden text-sm sm:table-cell">
        <span className="block truncate text-secondary">{who(entry)}</span>
        <span className="block truncate text-muted">{entry.device}</span>
      </Cell>
      <Cell className="hidden text-right text-sm text-secondary tabular-nums sm:table-cell">{when}</Cell>
    </tr>
  )
}

function who({ actor, actor_email }: AuditEntry): string {
  return actor_email ?? texts.actors[actor]
}

/** A name or, of what may not be named, the id; a link where there is something to see. */
function Subject({ entry }: { entry: AuditEntry }) {
  const name = entry.subject_title ?? entry.subject_id
  if (name === null) return null
  const look = 'block truncate text-sm text-secondary'
  if (entry.subject_path === null)
    return (
      <span className={look}>
        <bdi>{name}</bdi>
      </span>
    )
  const isInAdmin = entry.subject_path.startsWith('/admin/')
  return (
    <Link
      to={entry.subject_path}
      reloadDocument={!isInAdmin}
      className={`${look} underline underline-offset-4`}
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

function Details({ entry: { fields, times } }: { entry: AuditEntry }) {
  return (
    <>
      {fields ? (
        <span className="block text-sm text-muted">
          {fields.length > 0
            ? fill(texts.fields, { fields: fields.map(inWords).join(', ') })
            : texts.noFields}
        </span>
      ) : null}
      {times > 1 ? <span className="block text-sm text-muted">{fill(texts.times, { times })}</span> : null}
    </>
  )
}

/** `systemPrompt` as one reads it: system prompt. */
function inWords(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
