import { Form } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { roles } from '#app/platform/permissions.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { AccountPanel, useEmptiedForm } from '../account/account-panel.tsx'

import type { Team } from './list-team.server.ts'
import { roleNames } from './role-names.ts'
import { RoleSelect } from './role-select.tsx'

export function InvitePanel({ answer, canMail }: { answer: FormAnswer | undefined; canMail: boolean }) {
  const form = useEmptiedForm(answer)
  return (
    <AccountPanel
      id="invite-title"
      title="Invite"
      text={
        canMail
          ? 'They get a mail with a link that works once, for seven days.'
          : 'No mail server is configured: you get a link to pass on, which works once, for seven days.'
      }
    >
      <Form ref={form} method="post" aria-labelledby="invite-title" className="grid gap-5">
        <FormFields>
          <input type="hidden" name="intent" value="invite" />
          <div className="grid gap-5 sm:grid-cols-[1fr_12rem]">
            <TextField
              id="invite-email"
              name="email"
              label="Email"
              type="email"
              required
              autoComplete="off"
              error={answer?.errors['email']}
            />
            <Field id="invite-role" label="Role" error={answer?.errors['role']}>
              <RoleSelect id="invite-role" defaultValue="sales" />
            </Field>
          </div>
          <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
            {roles.map((role) => (
              <div key={role} className="contents">
                <dt className="font-medium">{roleNames[role].name}</dt>
                <dd className="text-secondary">{roleNames[role].may}</dd>
              </div>
            ))}
          </dl>
          <div>
            <Button type="submit">Invite</Button>
          </div>
        </FormFields>
      </Form>
    </AccountPanel>
  )
}

/** Only the response to the form contains the link, because only its hash is stored. */
export function InvitationLink({ email, link }: { email: string; link: string }) {
  return (
    <section
      aria-label="Invitation link"
      className="grid gap-3 rounded-lg border border-success/50 bg-raised p-6"
    >
      <TextField
        id="invitation-link"
        label="Invitation link"
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        hint={`For ${email}. It is shown only once.`}
      />
      <div>
        <Button tone="outline" size="sm" onClick={() => void navigator.clipboard.writeText(link)}>
          Copy the link
        </Button>
      </div>
    </section>
  )
}

export function InvitationTable({ invitations }: { invitations: Team['invitations'] }) {
  const { timeZone } = useAdminShell()
  return (
    <section aria-labelledby="invitations-title" className="grid gap-3">
      <h2 id="invitations-title" className="text-lg font-semibold">
        Open invitations
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
        {invitations.map(({ id, email, role, endsAt, hasEnded }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-1.5">
            <div className="min-w-0 flex-1 basis-60">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <span className="min-w-0 break-words">{email}</span>
                <Badge>{roleNames[role].name}</Badge>
              </p>
              <p className="text-sm text-muted">
                {hasEnded ? 'Ended ' : 'Works until '}
                <Time at={endsAt} timeZone={timeZone} />
              </p>
            </div>
            <Form method="post" className="quiet-action flex gap-2">
              <FormFields>
                <input type="hidden" name="id" value={id} />
                <Button type="submit" name="intent" value="again" tone="quiet" size="sm">
                  Send again<span className="sr-only"> to {email}</span>
                </Button>
                <Button type="submit" name="intent" value="revoke" tone="quiet" size="sm">
                  Revoke<span className="sr-only"> the invitation of {email}</span>
                </Button>
              </FormFields>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
