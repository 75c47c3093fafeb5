import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'

import { MentionArea } from '#app/features/leads/mentions/mention-area.tsx'
import { NoteText } from '#app/features/leads/mentions/note-text.tsx'
import { statusNames, statusTone } from '#app/features/leads/lead-status.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { emailStateNames, emailStateTone } from '#app/ui/email-state.ts'
import { Field, fieldControl } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { contactLimits } from '../contact-fields.ts'
import type { TimelineEntry } from '../timeline.server.ts'

type Props = {
  personId: string
  timeline: readonly TimelineEntry[]
  /** Names of the members whom a note may mention. */
  names: readonly string[]
  hasMore: boolean
  error: string | undefined
}

export function PersonTimeline({ personId, timeline, names, hasMore, error }: Props) {
  return (
    <section aria-labelledby="timeline-title" className="rounded-lg border border-line bg-raised p-5 sm:p-6">
      <h2 id="timeline-title" className="mb-4 text-sm font-medium text-muted">
        Timeline
      </h2>
      <Form method="post" className="mb-6 grid gap-3" key={timeline.length}>
        <FormFields>
          <input type="hidden" name="intent" value="note" />
          <Field id="note" label="Note" error={error}>
            <MentionArea
              {...fieldControl('note', error)}
              names={names}
              about={personId}
              name="note"
              rows={2}
              required
              maxLength={contactLimits.note}
            />
          </Field>
          <Button type="submit" tone="outline" size="sm" className="justify-self-start">
            Add note
          </Button>
        </FormFields>
      </Form>
      <ol aria-label="Timeline" className="grid gap-4">
        {timeline.map((entry) => (
          <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
        ))}
      </ol>
      {hasMore ? <p className="mt-4 text-sm text-muted">Earlier entries are not shown here.</p> : null}
    </section>
  )
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { timeZone, now } = useAdminShell()
  const { title, badge, text } = describe(entry)
  const actor = 'actor' in entry ? entry.actor : null
  const mentions = 'mentions' in entry ? entry.mentions : null
  return (
    <li className="grid min-w-0 gap-1 border-l-2 border-line-strong pl-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-secondary">
        {title}
        {badge}
        <span className="text-muted">
          <Time at={entry.at} timeZone={timeZone} now={now} />
          {actor ? ` · ${actor}` : null}
        </span>
      </p>
      {text && mentions ? (
        <NoteText text={text} mentions={mentions} />
      ) : text ? (
        <p className="break-words whitespace-pre-wrap">
          <bdi>{text}</bdi>
        </p>
      ) : null}
    </li>
  )
}

type Described = { title: ReactNode; badge?: ReactNode; text?: string | null }

function describe(entry: TimelineEntry): Described {
  switch (entry.kind) {
    case 'inquiry':
      return {
        title: <EntryLink to={`/admin/leads/${entry.id}`}>Inquiry</EntryLink>,
        badge: entry.isSpam ? (
          <Badge tone="warning">Spam folder</Badge>
        ) : (
          <Badge tone={statusTone[entry.status]}>{statusNames[entry.status]}</Badge>
        ),
        text: entry.text,
      }
    case 'lead-note':
      return {
        title: (
          <>
            Note on <EntryLink to={`/admin/leads/${entry.leadId}`}>an inquiry</EntryLink>
          </>
        ),
        text: entry.text,
      }
    case 'conversation':
      return {
        title: <EntryLink to={`/admin/conversations/${entry.id}`}>Conversation</EntryLink>,
        text: entry.turns === 1 ? '1 message' : `${entry.turns} messages`,
      }
    case 'mail':
      return {
        title: <EntryLink to={`/admin/outbox/${entry.id}`}>Mail</EntryLink>,
        badge: <Badge tone={emailStateTone[entry.state]}>{emailStateNames[entry.state]}</Badge>,
        text: entry.text,
      }
    case 'thread':
      return {
        title:
          entry.leadId === null ? (
            'Mail from the person, unfiled'
          ) : (
            <EntryLink to={`/admin/leads/${entry.leadId}`}>
              {entry.direction === 'in' ? 'Mail from the person' : 'Mail to the person'}
            </EntryLink>
          ),
        text: `${entry.subject}\n${entry.text}`,
      }
    case 'event':
      return { title: events[entry.event], text: entry.text }
  }
}

const events: Record<Extract<TimelineEntry, { kind: 'event' }>['event'], string> = {
  added: 'Added by hand',
  imported: 'Imported',
  changed: 'Details changed',
  note: 'Note',
  'address-corrected': 'Address corrected',
  merged: 'Merged with another person',
  unmerged: 'Merge undone',
}

function EntryLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} prefetch="intent" className="text-primary underline underline-offset-4">
      {children}
    </Link>
  )
}
