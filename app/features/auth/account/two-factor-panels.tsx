import { Form, Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { TwoFactorState } from '../two-factor/manage-two-factor.server.ts'

import { AccountPanel, CodeField, PasswordField } from './account-panel.tsx'

export function TwoFactorPanel({ state }: { state: TwoFactorState | null }) {
  return (
    <AccountPanel
      id="two-factor-title"
      title="Two-factor sign-in"
      badge={state ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
      text={
        state ? (
          <StateText state={state} />
        ) : (
          'Signing in then also asks for a code from an app on your phone, so a stolen password alone is not enough.'
        )
      }
    >
      <div>
        <Link to="/admin/account/two-factor" className={buttonClass({ tone: 'outline' })}>
          {state ? 'Manage two-factor sign-in' : 'Set up two-factor sign-in'}
        </Link>
      </div>
    </AccountPanel>
  )
}

export function StateText({ state }: { state: TwoFactorState }) {
  const { timeZone } = useAdminShell()
  const left = state.codesLeft === 1 ? '1 recovery code is' : `${state.codesLeft} recovery codes are`
  return (
    <>
      On since <Time at={state.enabledAt} timeZone={timeZone} />. {left} left
      {state.codesLeft < 3 ? '. Please create new ones.' : '.'}
    </>
  )
}

type Errors = Readonly<Record<string, string>>

export function NewCodesPanel({ state, errors }: { state: TwoFactorState; errors: Errors }) {
  return (
    <AccountPanel
      id="codes-title"
      title="Recovery codes"
      badge={<Badge tone="success">On</Badge>}
      text={<StateText state={state} />}
    >
      <Form method="post" aria-labelledby="codes-title" className="grid max-w-md gap-5">
        <PasswordField id="codes-password" error={errors['password']} />
        <CodeField id="codes-code" error={errors['code']} />
        <div>
          <Button type="submit" name="intent" value="new-codes" tone="outline">
            Create new recovery codes
          </Button>
        </div>
      </Form>
    </AccountPanel>
  )
}

export function TurnOffPanel({ errors }: { errors: Errors }) {
  return (
    <AccountPanel
      id="turn-off-title"
      title="Turn it off"
      text="Signing in then asks for your password only, and the recovery codes no longer work."
    >
      <Form method="post" aria-labelledby="turn-off-title" className="grid max-w-md gap-5">
        <PasswordField id="turn-off-password" error={errors['password']} />
        <CodeField id="turn-off-code" error={errors['code']} />
        <div>
          <Button type="submit" name="intent" value="turn-off" tone="danger">
            Turn off two-factor sign-in
          </Button>
        </div>
      </Form>
    </AccountPanel>
  )
}
