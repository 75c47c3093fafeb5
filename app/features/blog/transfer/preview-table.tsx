import { Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { entryStateNames, outcomeName } from './import-names.ts'
import type { ListedEntry } from './post-imports.server.ts'

type EntriesProps = { entries: readonly ListedEntry[] }

/** What would become of each entry, with a checkbox that chooses it. */
export function PreviewTable({ entries }: EntriesProps) {
  const head = (
    <>
      <HeadCell className="w-12">
        <span className="sr-only">Chosen</span>
      </HeadCell>
      <HeadCell>Title</HeadCell>
      <HeadCell className="w-[16%]">State</HeadCell>
      <HeadCell className="w-[12%]">Date</HeadCell>
      <HeadCell className="w-[17%]">Address</HeadCell>
      <HeadCell className="w-[24%]">Notes</HeadCell>
    </>
  )
  return (
    <Wide>
      <Table caption="Preview" head={head}>
        {entries.map((entry) => (
          <tr key={entry.position} className="align-top">
            <Cell>
              <input type="hidden" name={`seen-${entry.position}`} value="1" />
              <input
                // A changed choice of the server, as after a change of many, replaces what the browser shows.
                key={entry.choice}
                type="checkbox"
                name={`chosen-${entry.position}`}
                aria-label={entry.title}
                defaultChecked={entry.choice !== 'skip'}
                disabled={entry.state === 'unread'}
                className="size-5"
              />
            </Cell>
            <TitleCell entry={entry} />
            <StateCell entry={entry} />
            <DateCell at={entry.at} />
            <Cell className="text-sm break-words text-secondary">{addressOf(entry)}</Cell>
            <NotesCell entry={entry} />
          </tr>
        ))}
      </Table>
    </Wide>
  )
}

function addressOf({ slug, choice, known_post_id: known }: ListedEntry): string {
  if (slug === null) return ''
  return known !== null && choice !== 'import' ? 'as it is' : `/blog/${slug}`
}

/** What became of each entry. */
export function ReportTable({ entries }: EntriesProps) {
  const head = (
    <>
      <HeadCell>Title</HeadCell>
      <HeadCell className="w-[15%]">Result</HeadCell>
      <HeadCell className="w-[15%]">State</HeadCell>
      <HeadCell className="w-[12%]">Date</HeadCell>
      <HeadCell className="w-[26%]">Notes</HeadCell>
    </>
  )
  return (
    <Wide>
      <Table caption="Report" head={head}>
        {entries.map((entry) => (
          <tr key={entry.position} className="align-top">
            <TitleCell entry={entry} />
            <Cell className="text-sm">{outcomeName(entry)}</Cell>
            <StateCell entry={entry} />
            <DateCell at={entry.at} />
            <NotesCell entry={entry} />
          </tr>
        ))}
      </Table>
    </Wide>
  )
}

/** On a narrow screen the table scrolls sideways within its own box. */
function Wide({ children }: { children: React.ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
    <div role="group" aria-label="Posts of the file" tabIndex={0} className="overflow-x-auto">
      <div className="min-w-3xl">{children}</div>
    </div>
  )
}

function TitleCell({ entry: { title, post_id, place } }: { entry: ListedEntry }) {
  return (
    <Cell className="break-words">
      {post_id === null ? (
        <bdi>{title}</bdi>
      ) : (
        <Link to={`/admin/blog/${post_id}`} className="underline underline-offset-4">
          <bdi>{title}</bdi>
        </Link>
      )}
      <span className="block text-sm break-all text-muted">
        <bdi>{place}</bdi>
      </span>
    </Cell>
  )
}

function StateCell({ entry: { state, reason } }: { entry: ListedEntry }) {
  return (
    <Cell className="text-sm">
      <Badge tone={entryStateNames[state].tone}>{entryStateNames[state].name}</Badge>
      {reason === null ? null : <span className="mt-1 block break-words text-secondary">{reason}</span>}
    </Cell>
  )
}

function DateCell({ at }: { at: number | null }) {
  const { timeZone, now } = useAdminShell()
  return (
    <Cell className="text-sm text-secondary tabular-nums">
      {at === null ? null : <Time at={at} timeZone={timeZone} now={now} />}
    </Cell>
  )
}

function NotesCell({ entry: { notes, known_post_id, choice, outcome } }: { entry: ListedEntry }) {
  const isKnown = known_post_id !== null && outcome === null
  if (notes.length === 0 && !isKnown) return <Cell />
  return (
    <Cell className="text-sm text-secondary">
      <ul className="grid gap-1">
        {isKnown ? (
          <li className="break-words">
            An earlier import brought it here.{' '}
            {choice === 'update'
              ? 'It will be updated.'
              : choice === 'import'
                ? 'A copy will be made.'
                : null}
          </li>
        ) : null}
        {notes.map((note, n) => (
          <li key={n} className="break-words">
            {note}
          </li>
        ))}
      </ul>
    </Cell>
  )
}
