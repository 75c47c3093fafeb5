import { Form } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import type { TwoFactorState } from '../two-factor/read-two-factor.server.ts'

import { AccountPanel } from './account-panel.tsx'
import { CodeField } from './code-field.tsx'
import { StateText } from './two-factor-panel.tsx'

type Errors = Readonly<Record<string, string>>

export function BeginPanel({ errors }: { errors: Errors }) {
  return (
    <AccountPanel
      id="begin-title"
      title="Set it up"
      badge={<Badge>Off</Badge>}
      text="You need an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator, or your password manager. First, your password."
    >
      <Form method="post" aria-labelledby="begin-title" className="grid max-w-md gap-5">
        <PasswordField id="begin-password" error={errors['password']} />
        <div>
          <Button type="submit" name="intent" value="begin" tone="solid">
            Continue
          </Button>
        </div>
      </Form>
    </AccountPanel>
  )
}

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
            Make new recovery codes
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
      text="Signing in then asks for your password alone, and the recovery codes are void."
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

function PasswordField({ id, error }: { id: string; error: string | undefined }) {
  return (
    <TextField
      id={id}
      name="password"
      label="Your password"
      type="password"
      required
      autoComplete="current-password"
      error={error}
    />
  )
}
