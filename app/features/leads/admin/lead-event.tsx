import { Form } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { LeadDetail } from '../get-lead.server.ts'
import { MentionArea } from '../mentions/mention-area.tsx'
import { NoteText } from '../mentions/note-text.tsx'
import { statusNames } from '../lead-status.ts'

export type LeadEvent = LeadDetail['events'][number]

export function NoteForm({ leadId, names, newest, error }: NoteFormProps) {
  return (
    <section aria-label="New note" className="rounded-lg border border-line bg-raised p-4">
      <Form method="post" className="grid gap-3">
        <FormFields>
          <input type="hidden" name="intent" value="note" />
          <Field key={newest} id="note" label="Note" error={error}>
            <MentionArea
              {...fieldControl('note', error)}
              names={names}
              about={leadId}
              name="note"
              rows={2}
              required
            />
          </Field>
          <Button type="submit" tone="outline" size="sm" className="justify-self-start">
            Add note
          </Button>
        </FormFields>
      </Form>
    </section>
  )
}

type NoteFormProps = {
  leadId: string
  names: readonly string[]
  /** Id of the newest entry. Another one means that the note was stored, so the field begins anew. */
  newest: string | undefined
  error: string | undefined
}

/** An entry of the history in a lead's timeline. */
export function LeadEventEntry({ event }: { event: LeadEvent }) {
  const { timeZone, now } = useAdminShell()
  return (
    <div
      className={cx('grid gap-0.5 border-l-2 pl-4', event.kind === 'note' ? 'border-warning' : 'border-line')}
    >
      <p className="text-sm text-secondary">
        {titleOf(event)}
        <span className="text-muted">
          {' · '}
          <Time at={event.at} timeZone={timeZone} now={now} />
          {event.actor ? ` · ${event.actor}` : null}
        </span>
      </p>
      {event.kind === 'note' && event.body ? <NoteText text={event.body} mentions={event.mentions} /> : null}
      {event.kind === 'transcript' ? (
        <details>
          <summary className="text-sm">Read the conversation</summary>
          <p className="mt-2 whitespace-pre-wrap">{event.body}</p>
        </details>
      ) : null}
    </div>
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
