import { Badge } from '#app/ui/badge.tsx'
import { emailStateNames, emailStateTone } from '#app/ui/email-state.ts'

import type { LeadDetail } from '../get-lead.server.ts'

/** Whether the notice and the receipt have gone out. */
export function LeadEmails({ emails }: { emails: LeadDetail['emails'] }) {
  if (emails.length === 0) return null
  return (
    <section aria-labelledby="mails-title" className="rounded-lg border border-line bg-raised p-5">
      <h2 id="mails-title" className="mb-3 text-sm font-medium text-muted">
        Mails
      </h2>
      <ul className="grid gap-3 text-sm">
        {emails.map((email) => (
          <li key={email.id} className="grid gap-1">
            <span className="flex items-start justify-between gap-3">
              <span>{email.template === 'lead-notice' ? 'Notice to you' : 'Receipt to the sender'}</span>
              <Badge tone={emailStateTone[email.state]}>{emailStateNames[email.state]}</Badge>
            </span>
            {email.last_error ? <span className="text-muted">{email.last_error}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
