import { Form, Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { LeadDetail } from '../get-lead.server.ts'
import { MentionArea } from '../mentions/mention-area.tsx'
import { NoteText } from '../mentions/note-text.tsx'
import { statusNames } from '../lead-status.ts'

type LeadEvent = LeadDetail['events'][number]

type LeadHistoryProps = Pick<LeadDetail, 'events' | 'earlierEvents' | 'eventsBefore'> & {
  names: readonly string[]
  error?: string | undefined
}

export function LeadHistory({ events, earlierEvents, eventsBefore, names, error }: LeadHistoryProps) {
  const { timeZone, now } = useAdminShell()
  return (
    <section aria-labelledby="history-title" className="rounded-lg border border-line bg-raised p-6">
      <h2 id="history-title" className="mb-4 text-sm font-medium text-muted">
        Notes and history
      </h2>
      <Form method="post" className="mb-6 grid gap-3">
        <FormFields>
          <input type="hidden" name="intent" value="note" />
          <Field key={events[0]?.id} id="note" label="Note" error={error}>
            <MentionArea {...fieldControl('note', error)} names={names} name="note" rows={3} required />
          </Field>
          <Button type="submit" tone="outline" size="sm" className="justify-self-start">
            Add note
          </Button>
        </FormFields>
      </Form>
      <ol className="grid gap-4">
        {events.map((event) => (
          <li key={event.id} className="grid gap-0.5 border-l-2 border-line-strong pl-4">
            <p className="text-sm text-secondary">
              {titleOf(event)}
              <span className="text-muted">
                {' · '}
                <Time at={event.at} timeZone={timeZone} now={now} />
                {event.actor ? ` · ${event.actor}` : null}
              </span>
            </p>
            {event.kind === 'note' && event.body ? (
              <NoteText text={event.body} mentions={event.mentions} />
            ) : null}
            {event.kind === 'transcript' ? (
              <details>
                <summary className="text-sm">Read the conversation</summary>
                <p className="mt-2 whitespace-pre-wrap">{event.body}</p>
              </details>
            ) : null}
          </li>
        ))}
      </ol>
      {earlierEvents || eventsBefore ? (
        <p className="mt-4 flex gap-4 text-sm">
          {earlierEvents ? <PageLink search={`?history=${earlierEvents}`}>Earlier history</PageLink> : null}
          {eventsBefore ? <PageLink search="">Newest history</PageLink> : null}
        </p>
      ) : null}
    </section>
  )
}

function PageLink({ search, children }: { search: string; children: string }) {
  return (
    <Link to={{ search, hash: '#history-title' }} className="underline underline-offset-4">
      {children}
    </Link>
  )
}

function titleOf({ kind, body }: LeadEvent): string {
  switch (kind) {
    case 'received':
      return body ? `Received into the Spam folder: ${body}` : 'Received'
    case 'status':
      return `Moved to ${statusNames[body as keyof typeof statusNames]}`
    case 'project-end':
      return body ? `Project ended on ${body}` : 'Project end date removed'
    case 'transcript':
      return 'Came from the chat'
    case 'address':
      return `Address corrected: ${body}`
    case 'note':
      return 'Note'
    case 'spam':
      return 'Moved to the Spam folder'
    case 'not-spam':
      return 'Moved out of the Spam folder; its mails were sent'
    case 'assigned':
      return body ? `Assigned to ${body}` : 'Unassigned'
    case 'work':
    case 'booking':
      return body ?? 'Changed'
  }
}
