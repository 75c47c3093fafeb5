import { useState } from 'react'
import { Link } from 'react-router'

import { cx } from '#app/lib/class-names.ts'

import type { LeadDetail } from '../get-lead.server.ts'
import type { Thread, ThreadMail } from '../thread/list-thread.server.ts'
import { type Inquiry, InquiryEntry, ThreadEntry } from '../thread/thread-entry.tsx'

import { type LeadEvent, LeadEventEntry } from './lead-event.tsx'

type Entry =
  | { kind: 'message'; id: string; at: number; mail: ThreadMail | null }
  | { kind: 'note' | 'change'; id: string; at: number; event: LeadEvent }

const filters = { all: 'All', message: 'Messages', note: 'Notes', change: 'History' } as const

/** More changes in a row are folded, so that they do not push the messages away. */
const MOST_IN_A_ROW = 3

type LeadTimelineProps = Pick<LeadDetail, 'events' | 'earlierEvents' | 'eventsBefore'> & {
  /** Null if a mail of the thread is the inquiry. */
  inquiry: (Inquiry & { id: string }) | null
  thread: Pick<Thread, 'mails' | 'earlier' | 'before'>
  /** Whether an AI provider is connected, which drafts and translates. */
  canDraft: boolean
}

/** The messages of both sides, notes and changes of a lead, the newest last and in view. */
export function LeadTimeline({ thread, events, earlierEvents, eventsBefore, ...props }: LeadTimelineProps) {
  const { inquiry, canDraft } = props
  const [filter, setFilter] = useState<keyof typeof filters>('all')
  const entries = entriesOf(inquiry, thread.mails, events)
  const shown = filter === 'all' ? entries : entries.filter(({ kind }) => kind === filter)
  return (
    <>
      <div role="group" aria-label="Show" className="flex gap-1">
        {Object.entries(filters).map(([value, name]) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === filter}
            onClick={() => setFilter(value as keyof typeof filters)}
            className={cx(
              'rounded-md px-2.5 py-1 text-sm text-secondary hover:text-primary',
              value === filter && 'bg-overlay text-primary',
            )}
          >
            {name}
          </button>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it */}
      <div className="lead-messages" tabIndex={0} role="region" aria-label="Messages">
        <ol aria-label="Thread" className="grid grid-cols-1 gap-3">
          <PageLinks
            links={[
              [thread.earlier && `?before=${thread.earlier}`, 'Earlier mails'],
              [earlierEvents && `?history=${earlierEvents}`, 'Earlier history'],
            ]}
          />
          {groupsOf(shown).map(({ first, rest }) => (
            <li key={first.id} className="grid grid-cols-1 gap-3">
              <EntryItem entry={first} inquiry={inquiry} canDraft={canDraft} />
              {foldChanges(rest).map((item) =>
                Array.isArray(item) ? (
                  <details key={item[0]?.id}>
                    <summary className="cursor-pointer text-sm text-muted">{item.length} changes</summary>
                    <div className="mt-3 grid gap-3">
                      {item.map((entry) => (
                        <EntryItem key={entry.id} entry={entry} inquiry={inquiry} canDraft={canDraft} />
                      ))}
                    </div>
                  </details>
                ) : (
                  <EntryItem key={item.id} entry={item} inquiry={inquiry} canDraft={canDraft} />
                ),
              )}
            </li>
          ))}
          {shown.length === 0 ? <li className="text-sm text-muted">Nothing of this kind yet.</li> : null}
          <PageLinks
            links={[
              [thread.before && '?', 'Newest mails'],
              [eventsBefore && '?', 'Newest history'],
            ]}
          />
        </ol>
      </div>
    </>
  )
}

type EntryItemProps = Pick<LeadTimelineProps, 'inquiry' | 'canDraft'> & { entry: Entry }

function EntryItem({ entry, inquiry, canDraft }: EntryItemProps) {
  if (entry.kind !== 'message') return <LeadEventEntry event={entry.event} />
  if (entry.mail) return <ThreadEntry mail={entry.mail} canTranslate={canDraft} />
  return inquiry ? <InquiryEntry {...inquiry} canTranslate={canDraft} /> : null
}

function PageLinks({ links }: { links: readonly (readonly [search: string | null, name: string])[] }) {
  const there = links.flatMap(([search, name]) => (search ? [{ search, name }] : []))
  if (there.length === 0) return null
  return (
    <li className="flex gap-4 text-sm">
      {there.map(({ search, name }) => (
        <Link key={name} to={{ search, hash: '#thread' }} className="underline underline-offset-4">
          {name}
        </Link>
      ))}
    </li>
  )
}

/** Sorts from oldest to newest. Of entries with the same time, messages come first. */
function entriesOf(
  inquiry: LeadTimelineProps['inquiry'],
  mails: readonly ThreadMail[],
  events: readonly LeadEvent[],
): readonly Entry[] {
  const messages: Entry[] = mails.map((mail) => ({ kind: 'message', id: mail.id, at: mail.at, mail }))
  const first: Entry[] = inquiry
    ? [{ kind: 'message', id: inquiry.id, at: inquiry.created_at, mail: null }]
    : []
  const changes = events.toReversed().map((event): Entry => ({
    kind: event.kind === 'note' || event.kind === 'transcript' ? 'note' : 'change',
    id: event.id,
    at: event.at,
    event,
  }))
  return [...first, ...messages, ...changes].toSorted((one, other) => one.at - other.at)
}

/** Groups each message with the entries that follow it. If no messages are shown, each entry is a group. */
function groupsOf(entries: readonly Entry[]): readonly { first: Entry; rest: Entry[] }[] {
  const groups: { first: Entry; rest: Entry[] }[] = []
  const hasMessages = entries.some(({ kind }) => kind === 'message')
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last && hasMessages && entry.kind !== 'message') last.rest.push(entry)
    else groups.push({ first: entry, rest: [] })
  }
  return groups
}

/** Returns entries as they are, and the earlier ones of many changes in a row as one array. */
function foldChanges(entries: readonly Entry[]): readonly (Entry | Entry[])[] {
  const folded: (Entry | Entry[])[] = []
  let run: Entry[] = []
  const endRun = () => {
    const early = run.slice(0, -MOST_IN_A_ROW)
    if (early.length > 1) folded.push(early, ...run.slice(-MOST_IN_A_ROW))
    else folded.push(...run)
    run = []
  }
  for (const entry of entries) {
    if (entry.kind === 'change') run.push(entry)
    else {
      endRun()
      folded.push(entry)
    }
  }
  endRun()
  return folded
}
