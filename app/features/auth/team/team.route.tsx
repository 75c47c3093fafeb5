import { z } from 'zod'

import { answerTo } from '#app/lib/form-answer.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'

import type { Route } from './+types/team.route.ts'
import { changeRole, removeMember } from './change-member.server.ts'
import { invite, revokeInvitation, type Sent, sendInvitationAgain } from './invitations.server.ts'
import { InvitationLink, InvitationTable, InvitePanel } from './invitation-panels.tsx'
import { listTeam } from './list-team.server.ts'
import { MemberTable } from './member-table.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, listTeam)
}

const one = z.object({ id: textField })
const withRole = z.object({ id: textField, role: textField })

const told = ({ email, link }: Sent) =>
  link === null
    ? { title: 'Invitation sent', text: `${email} has a week to accept it.` }
    : { title: 'Invitation created', text: 'Please pass the link on: no mail server is configured.' }

export const action = formAction({
  invite: form({
    schema: z.object({ email: textField, role: textField }),
    run: invite,
    toast: told,
  }),
  again: form({ schema: one, run: sendInvitationAgain, toast: told, rejected: 'Not done' }),
  revoke: form({
    schema: one,
    run: revokeInvitation,
    toast: { title: 'Invitation revoked', text: 'Its link no longer works.' },
    rejected: 'Not done',
  }),
  role: form({
    schema: withRole,
    run: changeRole,
    toast: { title: 'Role changed', text: 'It applies now, in every open session.' },
    rejected: 'Not done',
  }),
  remove: form({
    schema: one,
    run: removeMember,
    toast: { title: 'Member removed', text: 'Their sessions have ended.' },
    rejected: 'Not done',
  }),
})

export function meta() {
  return [{ title: 'Team · Admin' }]
}

export default function TeamRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invitations, canMail } = loaderData
  const sent = actionData?.value
  return (
    <AdminPage title="Team">
      <MemberTable members={members} />
      <InvitePanel answer={answerTo(actionData, 'invite')} canMail={canMail} />
      {sent?.link ? <InvitationLink email={sent.email} link={sent.link} /> : null}
      {invitations.length > 0 ? <InvitationTable invitations={invitations} /> : null}
    </AdminPage>
  )
}
