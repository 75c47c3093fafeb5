import { Form, useSubmit } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { Team } from './list-team.server.ts'
import { RoleSelect } from './role-select.tsx'

type Member = Team['members'][number]

export function MemberTable({ members }: { members: readonly Member[] }) {
  return (
    <section aria-labelledby="members-title" className="rounded-lg border border-line bg-raised">
      <h2 id="members-title" className="sr-only">
        Members
      </h2>
      <ul aria-labelledby="members-title" className="divide-y divide-line">
        {members.map((member) => (
          <MemberRow key={member.id} member={member} isAlone={members.length === 1} />
        ))}
      </ul>
    </section>
  )
}

function MemberRow({ member, isAlone }: { member: Member; isAlone: boolean }) {
  const { timeZone, now } = useAdminShell()
  const submit = useSubmit()
  const { id, name, email, isSelf, lastSeenAt, hasTwoFactor } = member
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-1.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi className="min-w-0 truncate">{name}</bdi>
          {isSelf ? <Badge tone="accent">You</Badge> : null}
          {hasTwoFactor ? <Badge tone="success">Two-factor on</Badge> : <Badge>Two-factor off</Badge>}
        </p>
        <p className="text-sm break-words text-muted">
          {name === email ? null : <>{email} · </>}
          {lastSeenAt === null ? (
            'Not seen yet'
          ) : (
            <>
              Last seen <Time at={lastSeenAt} timeZone={timeZone} now={now} />
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Form method="post" className="flex items-center gap-2">
          <FormFields>
            <input type="hidden" name="intent" value="role" />
            <input type="hidden" name="id" value={id} />
            <RoleSelect key={member.role} aria-label={`Role of ${name}`} defaultValue={member.role} />
            <Button type="submit" tone="quiet" size="sm">
              Change<span className="sr-only"> the role of {name}</span>
            </Button>
          </FormFields>
        </Form>
        {isAlone ? null : (
          <ConfirmDialog
            triggerTone="quiet"
            trigger={
              <>
                Remove<span className="sr-only"> {name}</span>
              </>
            }
            title={isSelf ? 'Remove yourself from the team?' : `Remove ${name} from the team?`}
            text={
              'Their sessions and the invitations they sent end at once. What they did stays in the history under their name.\n' +
              'You can invite them again later.'
            }
            confirm="Remove"
            onConfirm={() => void submit({ intent: 'remove', id }, { method: 'post' })}
          />
        )}
      </div>
    </li>
  )
}
