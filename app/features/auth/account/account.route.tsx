import { Link } from 'react-router'
import { z } from 'zod'

import { answerTo } from '#app/lib/form-answer.ts'
import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { may } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { buttonClass } from '#app/ui/button.tsx'

import { changePassword } from '../change-password.server.ts'
import { disconnectApp, listApps } from '../oauth/connected-apps.server.ts'
import { ConnectedAppsPanel } from '../oauth/connected-apps-panel.tsx'
import { addPasskey, listPasskeys, removePasskey } from '../passkeys/passkeys.server.ts'
import { passkeySite } from '../passkeys/authenticator-answer.server.ts'
import { PasskeysPanel } from '../passkeys/passkeys-panel.tsx'
import { newSessionCookie } from '../session.server.ts'
import { sessionSettings } from '../sessions/session-settings.server.ts'
import { endSessions, listSessions } from '../sessions/sessions.server.ts'
import { renameSelf } from '../team/member-name.server.ts'
import { createToken, listTokens, revokeToken } from '../tokens/tokens.server.ts'
import { TokensPanel } from '../tokens/tokens-panel.tsx'
import { readTwoFactor } from '../two-factor/manage-two-factor.server.ts'

import type { Route } from './+types/account.route.ts'
import { NamePanel } from './name-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionLengthPanel, SessionsPanel } from './sessions-panel.tsx'
import { TwoFactorPanel } from './two-factor-panels.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { email, name, role } = requireActor(ctx, 'account.read')
    return {
      email,
      name,
      role,
      tokens: await listTokens(ctx),
      apps: await listApps(ctx),
      twoFactor: await readTwoFactor(ctx),
      passkeys: await listPasskeys(ctx),
      hasPasskeys: (await passkeySite(ctx)) !== null,
      sessions: await listSessions(ctx),
      sessionLength: may(role, 'settings.read') ? await sessionSettings.readAsOwner(ctx) : null,
    }
  })
}

export const action = formAction(
  {
    name: form({
      schema: z.object({ name: textField }),
      run: renameSelf,
      toast: { title: 'Name saved' },
    }),
    password: form({
      schema: anyFields,
      async run(ctx, fields, { headers }) {
        headers.set('set-cookie', await newSessionCookie(ctx, await changePassword(ctx, fields)))
      },
      toast: { title: 'Password changed', text: 'Every other session was ended.' },
      rejected: 'Not done',
    }),
    passkey: form({
      schema: z.object({ passkeyName: textField, clientData: textField, attestation: textField }),
      run: (ctx, { passkeyName, ...made }) => addPasskey(ctx, { name: passkeyName, ...made }),
      toast: { title: 'Passkey added', text: 'You can now sign in with it.' },
    }),
    'remove-passkey': form({
      schema: z.object({ password: textField, code: textField, removed: textField }),
      async run(ctx, { removed, ...proof }, { headers }) {
        if (!removed)
          throw new AppError('invalid', 'To add a passkey, please enable JavaScript in your browser.')
        headers.set(
          'set-cookie',
          await newSessionCookie(ctx, await removePasskey(ctx, { id: removed, ...proof })),
        )
      },
      toast: {
        title: 'Passkey removed',
        text: 'It can no longer be used to sign in. Every other session was ended.',
      },
      rejected: 'Not done',
    }),
    sessions: form({
      schema: z.object({ password: textField, end: textField }),
      run: async (ctx, { password, end }) => ({ ended: await endSessions(ctx, { password, which: end }) }),
      toast: ({ ended }) => ({
        title: 'Signed out',
        text: ended === 1 ? '1 session was ended.' : `${ended} sessions were ended.`,
      }),
      rejected: 'Not done',
    }),
    token: form({
      schema: z.object({ tokenName: textField, role: textField, days: textField }),
      run: (ctx, { tokenName, role, days }) => createToken(ctx, { name: tokenName, role, days }),
      toast: { title: 'Token created', text: 'Copy it now: it is not shown again.' },
    }),
    'revoke-token': form({
      schema: z.object({ id: textField }),
      run: revokeToken,
      toast: { title: 'Token revoked', text: 'Anything that used it no longer has access.' },
      rejected: 'Not done',
    }),
    'disconnect-app': form({
      schema: z.object({ id: textField }),
      run: disconnectApp,
      toast: { title: 'App disconnected', text: 'It no longer has access.' },
      rejected: 'Not done',
    }),
    'session-length': form({
      ...sessionSettings.form,
      toast: { title: 'Saved', text: 'It now applies to every session.' },
      rejected: 'Not done',
    }),
  },
  { notSecret: ['tokenName', 'passkeyName'] },
)

export function meta() {
  return [{ title: 'Account · Admin' }]
}

export default function AccountRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { email, name, role, tokens, apps, twoFactor, passkeys, hasPasskeys, sessions, sessionLength } =
    loaderData
  const made = actionData?.value
  return (
    <AdminPage
      title="Account"
      actions={
        <Link to="/admin/account/notifications" className={buttonClass({ tone: 'outline' })}>
          Notifications
        </Link>
      }
    >
      <p className="-mt-3 text-sm text-secondary">
        You are signed in as <span className="font-medium text-primary">{email}</span>.
      </p>
      <NamePanel name={name} answer={answerTo(actionData, 'name')} />
      <PasswordPanel email={email} asksCode={twoFactor !== null} answer={answerTo(actionData, 'password')} />
      <TwoFactorPanel state={twoFactor} />
      {hasPasskeys || passkeys.length > 0 ? (
        <PasskeysPanel
          passkeys={passkeys}
          asksCode={twoFactor !== null}
          answer={answerTo(actionData, 'passkey') ?? answerTo(actionData, 'remove-passkey')}
        />
      ) : null}
      <SessionsPanel sessions={sessions} answer={answerTo(actionData, 'sessions')} />
      <TokensPanel
        tokens={tokens}
        role={role}
        answer={answerTo(actionData, 'token')}
        made={made && 'token' in made ? made : null}
      />
      <ConnectedAppsPanel apps={apps} />
      {sessionLength ? (
        <SessionLengthPanel settings={sessionLength} answer={answerTo(actionData, 'session-length')} />
      ) : null}
    </AdminPage>
  )
}
