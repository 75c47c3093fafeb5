import { saveOwnPreferences } from '#app/features/notices/own-notices.server.ts'
import { subscribePush, unsubscribePush } from '#app/features/notices/push/subscriptions.server.ts'
import { acceptInvitation } from '#app/features/auth/team/accept-invitation.server.ts'
import { changeRole, removeMember } from '#app/features/auth/team/change-member.server.ts'
import { invite, revokeInvitation, sendInvitationAgain } from '#app/features/auth/team/invitations.server.ts'
import { renameSelf } from '#app/features/auth/team/member-name.server.ts'
import { addPasskey, removePasskey } from '#app/features/auth/passkeys/passkeys.server.ts'
import { signInWithPasskey } from '#app/features/auth/passkeys/sign-in-with-passkey.server.ts'
import { disconnectApp } from '#app/features/auth/oauth/connected-apps.server.ts'
import { createToken, revokeToken } from '#app/features/auth/tokens/tokens.server.ts'
import { connectApp } from '#tests/factories/connected-app.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { createSignedInOwner } from '#tests/factories/two-factor.ts'
import { newPasskey, passkeyAttempt, registerPasskey } from '#tests/factories/passkey.ts'
import { newSubscription } from '#tests/fakes/push-service.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { createInvitation } from '#tests/factories/invitation.ts'
import { asOwner, testActor, type TestCtx } from '#tests/support/test-ctx.ts'

import { type AdminVerb, SECRET_WORDS, verb } from './admin-verb.ts'

type Team = { ownerId: string; memberId: string; invitation: { id: string; token: string } }

/** Runs a verb with the caller's role and the id of a stored member. */
const inTeam =
  (run: (ctx: TestCtx, team: Team) => Promise<unknown>): AdminVerb['prepare'] =>
  async (ctx) => {
    const { id: ownerId } = await createTestOwner(ctx)
    const { id: memberId } = await createTestMember(ctx)
    const invitation = await createInvitation(ctx, { invitedBy: ownerId })
    return (later) =>
      run(asOwner(later, { ...(later.actor ?? testActor), memberId: ownerId }), {
        ownerId,
        memberId,
        invitation,
      })
  }

const roleOf = ({ actor }: TestCtx) => (actor ?? testActor).role

export const teamVerbs: readonly AdminVerb[] = [
  verb(
    invite,
    'member.invited',
    inTeam((ctx) => invite(ctx, { email: 'mia@agency.test', role: 'sales' })),
  ),
  verb(
    sendInvitationAgain,
    'member.invited_again',
    inTeam((ctx, { invitation }) => sendInvitationAgain(ctx, invitation)),
  ),
  verb(
    revokeInvitation,
    'member.invitation_revoked',
    inTeam((ctx, { invitation }) => revokeInvitation(ctx, invitation)),
  ),
  verb(
    changeRole,
    'member.role_changed',
    inTeam((ctx, { memberId }) => changeRole(ctx, { id: memberId, role: 'viewer' })),
  ),
  verb(
    removeMember,
    'member.removed',
    inTeam((ctx, { memberId }) => removeMember(ctx, { id: memberId })),
  ),
  verb(
    renameSelf,
    'member.renamed',
    inTeam((ctx) => renameSelf(ctx, { name: 'Ann Smith' })),
  ),
  verb(
    createToken,
    'member.token_made',
    inTeam((ctx) => createToken(ctx, { name: 'Reports', role: roleOf(ctx), days: '30' })),
  ),
  verb(
    saveOwnPreferences,
    'member.notifications_changed',
    inTeam((ctx) => saveOwnPreferences(ctx, { wait: '5', timeZone: 'UTC' })),
  ),
  verb(
    subscribePush,
    'member.notifications_changed',
    inTeam((ctx) => subscribePush(ctx, newSubscription('https://push.example/x').given)),
  ),
  verb(unsubscribePush, 'member.notifications_changed', async (ctx) => {
    const { actor } = await createTestMember(ctx, { role: 'owner' })
    const { given } = newSubscription('https://push.example/x')
    await subscribePush({ ...ctx, actor }, given)
    return (later) => unsubscribePush(asOwner(later, { ...actor, role: roleOf(later) }), given)
  }),
  verb(revokeToken, 'member.token_revoked', async (ctx) => {
    const { id: memberId } = await createTestOwner(ctx)
    const actor = { ...testActor, memberId }
    await createToken(asOwner(ctx, actor), { name: 'Reports', role: 'owner', days: '30' })
    const { id } = await ctx.db.selectFrom('api_token').select('id').executeTakeFirstOrThrow()
    return (later) => revokeToken(asOwner(later, { ...(later.actor ?? testActor), memberId }), { id })
  }),
  verb(disconnectApp, 'member.app_disconnected', async (ctx) => {
    const { id: memberId } = await createTestOwner(ctx)
    const actor = { ...testActor, memberId }
    await connectApp(asOwner(ctx, actor))
    const { id } = await ctx.db.selectFrom('oauth_grant').select('id').executeTakeFirstOrThrow()
    return (later) => disconnectApp(asOwner(later, { ...(later.actor ?? testActor), memberId }), { id })
  }),
  verb(addPasskey, 'owner.passkey_added', async (ctx) => {
    const { answer, account } = await newPasskey(ctx)
    return (later) => addPasskey(asOwner(later, { ...account.actor, role: roleOf(later) }), answer)
  }),
  verb(removePasskey, 'owner.passkey_removed', async (ctx) => {
    const account = await createSignedInOwner(ctx)
    const { id } = await registerPasskey(ctx, account)
    const proof = { password: account.password, code: '' }
    const { actor } = account.owner
    return (later) =>
      removePasskey(asOwner(later, { ...(actor ?? testActor), role: roleOf(later) }), { id, ...proof })
  }),
  verb(signInWithPasskey, ['owner.passkey_used', 'owner.signed_in'], async (ctx) => {
    const { authenticator } = await registerPasskey(ctx, await createSignedInOwner(ctx))
    const attempt = await passkeyAttempt(ctx, authenticator)
    return (later) => signInWithPasskey(later, attempt)
  }),
  verb(
    acceptInvitation,
    ['member.joined', 'owner.signed_in'],
    inTeam((ctx, { invitation: { token } }) =>
      acceptInvitation(ctx, {
        fields: { token, name: 'Mia', password: SECRET_WORDS, confirmPassword: SECRET_WORDS },
        clientAddress: '192.0.2.1',
        userAgent: null,
      }),
    ),
  ),
]
