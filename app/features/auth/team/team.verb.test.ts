import { expect, test } from 'vitest'

import { assignLead } from '#app/features/leads/change-lead.server.ts'
import { DAY } from '#app/platform/clock.ts'
import { previewEmail } from '#app/features/admin/outbox/read-emails.server.ts'
import { createInvitation } from '#tests/factories/invitation.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createSignedInOwner } from '#tests/factories/two-factor.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { createTestSmtp } from '#tests/support/test-smtp.ts'

import { requestReset } from '../reset/reset-password.server.ts'
import { createReset, accountKey, sendPasswordReset } from '../reset/send-password-reset.job.server.ts'
import { createSession, findActor } from '../session.server.ts'
import { signIn } from '../sign-in.server.ts'

import { acceptInvitation, findInvitation } from './accept-invitation.server.ts'
import { changeRole, removeMember } from './change-member.server.ts'
import { invite, revokeInvitation, sendInvitationAgain } from './invitations.server.ts'
import { listTeam } from './list-team.server.ts'
import { renameSelf } from './member-name.server.ts'

const password = 'seven geese on a gate'
const from = { clientAddress: '203.0.113.7', userAgent: null }

function accept(ctx: TestCtx, token: string, fields: Record<string, string> = {}) {
  const given = { token, name: 'Mia Möller', password, confirmPassword: password, ...fields }
  return acceptInvitation(ctx, { fields: given, ...from })
}

const tokenOf = (link: string | null) => /token=([\w-]{43})$/.exec(link ?? '')?.[1] ?? ''

test('an invited person sets name and password, is signed in, and signs in with the role', async () => {
  const ctx = await createTestCtx()
  const { owner } = await createSignedInOwner(ctx)
  const { link } = await invite(owner, { email: ' Mia@Agency.test ', role: 'sales' })
  const session = await accept(ctx, tokenOf(link), { name: ' Mia \n Möller ' })
  expect(await findActor(ctx, session)).toMatchObject({
    email: 'mia@agency.test',
    name: 'Mia Möller',
    role: 'sales',
  })
  await signIn(ctx, { fields: { email: 'mia@agency.test', password }, ...from })
  await expect(accept(ctx, tokenOf(link))).rejects.toMatchObject({ code: 'expired' })
  const { members, invitations } = await listTeam(owner)
  expect(members.map(({ name, hasTwoFactor }) => [name, hasTwoFactor])).toContainEqual(['Mia Möller', false])
  expect(members.every(({ lastSeenAt }) => lastSeenAt === ctx.clock.now())).toBe(true)
  expect(invitations).toEqual([])
})

test('with a mail server the link is mailed, and neither the page nor the outbox shows it', async () => {
  const { mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail })
  const { owner } = await createSignedInOwner(ctx)
  expect(await invite(owner, { email: 'mia@agency.test', role: 'viewer' })).toEqual({
    email: 'mia@agency.test',
    link: null,
  })
  const email = await ctx.db
    .selectFrom('email')
    .select(['id', 'recipients', 'props'])
    .executeTakeFirstOrThrow()
  expect(email.recipients).toBe('["mia@agency.test"]')
  expect((await previewEmail(owner, email.id)).text).not.toContain('token')
})

test('a link works for seven days; sending again and revoking end the earlier one', async () => {
  const ctx = await createTestCtx()
  const { owner, id } = await createSignedInOwner(ctx)
  const first = await createInvitation(ctx, { invitedBy: id })
  ctx.clock.advance(7 * DAY - 1)
  expect(await findInvitation(ctx, first.token)).not.toBeNull()
  ctx.clock.advance(1)
  expect(await findInvitation(ctx, first.token)).toBeNull()
  await expect(accept(ctx, first.token)).rejects.toMatchObject({ code: 'expired' })
  const { link } = await sendInvitationAgain(owner, first)
  expect(await findInvitation(ctx, tokenOf(link))).toMatchObject({ email: first.email })
  await revokeInvitation(owner, first)
  await expect(accept(ctx, tokenOf(link))).rejects.toMatchObject({ code: 'expired' })
  await expect(revokeInvitation(owner, first)).rejects.toMatchObject({ code: 'not-found' })
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(81) }, 'name'],
  [{ name: 'a\uFFFDb' }, 'name'],
  [{ password: 'password1234', confirmPassword: 'password1234' }, 'password'],
  [{ confirmPassword: 'another' }, 'confirmPassword'],
])('%j is refused by its field and leaves the invitation open', async (fields, at) => {
  const ctx = await createTestCtx()
  const { id } = await createSignedInOwner(ctx)
  const { token } = await createInvitation(ctx, { invitedBy: id })
  await expect(accept(ctx, token, fields)).rejects.toHaveProperty(`fields.${at}`)
  expect(await findInvitation(ctx, token)).not.toBeNull()
})

test('who is a member or invited already is not invited; roles and addresses are checked', async () => {
  const ctx = await createTestCtx()
  const { owner, id, email } = await createSignedInOwner(ctx)
  const open = await createInvitation(ctx, { invitedBy: id })
  for (const [address, role, field] of [
    [email.toUpperCase(), 'sales', 'email'],
    [open.email, 'sales', 'email'],
    ['nobody', 'sales', 'email'],
    ['a@agency.dev\r\nBcc: b@agency.dev', 'sales', 'email'],
    ['new@agency.test', 'emperor', 'role'],
  ] as const)
    await expect(invite(owner, { email: address, role }), address).rejects.toHaveProperty(`fields.${field}`)
})

test('of several who accept at the same moment one succeeds', async () => {
  const ctx = await createTestCtx()
  const { id } = await createSignedInOwner(ctx)
  const { token } = await createInvitation(ctx, { invitedBy: id })
  const outcomes = await Promise.allSettled([accept(ctx, token), accept(ctx, token), accept(ctx, token)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a removed member is out at once: sessions, password, reset and invitations; the same address can join again', async () => {
  const { mail } = await createTestSmtp()
  const ctx = await createTestCtx({ mail })
  const { owner } = await createSignedInOwner(ctx)
  const member = await createTestMember(ctx, { name: 'Mia', role: 'owner' })
  const session = await createSession(ctx, { id: member.id, userAgent: null })
  await createInvitation(ctx, { invitedBy: member.id })
  const lead = await createLead(ctx, {})
  await ctx.db.updateTable('lead').set({ assignee_id: member.id }).execute()
  await removeMember(owner, { id: member.id })
  expect(await findActor(ctx, session)).toBeNull()
  const assigned = ctx.db.selectFrom('lead').select(['id', 'assignee_id'])
  expect(await assigned.execute()).toEqual([{ id: lead, assignee_id: null }])
  const { email } = member
  const attempt = signIn(ctx, { fields: { email, password: member.password }, ...from })
  await expect(attempt).rejects.toMatchObject({ code: 'unauthenticated' })
  await requestReset(ctx, { fields: { email }, ...from })
  const run = { signal: new AbortController().signal }
  await sendPasswordReset.run(ctx, { id: 'reset', account: accountKey(ctx, email) }, run)
  expect(await ctx.db.selectFrom('password_reset').select('id').execute()).toEqual([])
  expect(await ctx.db.selectFrom('invitation').select('id').execute()).toEqual([])
  await expect(removeMember(owner, { id: member.id })).rejects.toMatchObject({ code: 'not-found' })

  const { token } = await createInvitation(ctx, {
    invitedBy: owner.actor?.memberId ?? '',
    email,
    role: 'viewer',
  })
  expect(await findActor(ctx, await accept(ctx, token))).toMatchObject({
    memberId: member.id,
    role: 'viewer',
  })
})

test('there is always an owner, also when two owners remove or demote each other at the same moment', async () => {
  const ctx = await createTestCtx()
  const { owner, id } = await createSignedInOwner(ctx)
  for (const refuse of [() => removeMember(owner, { id }), () => changeRole(owner, { id, role: 'editor' })])
    await expect(refuse()).rejects.toMatchObject({ code: 'conflict' })
  const other = await createTestMember(ctx, { role: 'owner' })
  const outcomes = await Promise.allSettled([
    removeMember({ ...ctx, actor: other.actor }, { id }),
    changeRole(owner, { id: other.id, role: 'editor' }),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const owners = await ctx.db
    .selectFrom('member')
    .select('id')
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .execute()
  expect(owners).toHaveLength(1)
})

test('the log names the person, and says the role before and after', async () => {
  const ctx = await createTestCtx()
  const { owner } = await createSignedInOwner(ctx)
  const { id } = await createTestMember(ctx)
  await renameSelf(owner, { name: 'Ann' })
  const actor = owner.actor && { ...owner.actor, name: 'Ann' }
  await changeRole({ ...owner, actor }, { id, role: 'viewer' })
  const entry = await ctx.db
    .selectFrom('audit_entry')
    .select(['actor', 'actor_name', 'actor_email', 'changes'])
    .where('kind', '=', 'member.role_changed')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ actor: 'member', actor_name: 'Ann', changes: '{"role":["sales","viewer"]}' })
})

test('a member whose new role cannot be assigned anything leaves what they had to the others', async () => {
  const ctx = await createTestCtx()
  const { owner } = await createSignedInOwner(ctx)
  const { id } = await createTestMember(ctx)
  const leadId = await createLead(ctx)
  await assignLead(owner, { id: leadId, assigneeId: id })
  await changeRole(owner, { id, role: 'editor' })
  const lead = await ctx.db.selectFrom('lead').select('assignee_id').where('id', '=', leadId).execute()
  expect(lead).toEqual([{ assignee_id: null }])
})

test('twenty tries with invitations from one place, then it has to wait', async () => {
  const ctx = await createTestCtx()
  for (let n = 0; n < 20; n += 1)
    await expect(accept(ctx, 'guess')).rejects.toMatchObject({ code: 'expired' })
  await expect(accept(ctx, 'guess')).rejects.toMatchObject({ code: 'too-many' })
})

test('a link to reset the password does nothing once its member is removed', async () => {
  const ctx = await createTestCtx()
  const { owner } = await createSignedInOwner(ctx)
  const { id } = await createTestMember(ctx)
  await createReset(ctx, id, 'one')
  await removeMember(owner, { id })
  expect(await ctx.db.selectFrom('password_reset').select('id').execute()).toEqual([])
})
