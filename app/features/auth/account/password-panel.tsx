import { Form } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { NewPasswordFields } from '../new-password-fields.tsx'

import { AccountPanel, CodeField, useEmptiedForm } from './account-panel.tsx'

type PasswordPanelProps = {
  email: string
  asksCode: boolean
  answer: FormAnswer | undefined
}

export function PasswordPanel({ email, asksCode, answer }: PasswordPanelProps) {
  const errors = answer?.errors ?? {}
  const form = useEmptiedForm(answer)
  return (
    <AccountPanel
      id="password-title"
      title="Password"
      text="Changing it ends every other session, and you get a mail about it. API tokens and connected apps stay; end them below."
    >
      <Form ref={form} method="post" aria-labelledby="password-title" className="grid max-w-md gap-5">
        {/* Password managers save this address together with the password. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          id="present-password"
          name="password"
          label="Current password"
          type="password"
          required
          autoComplete="current-password"
          error={errors['password']}
        />
        {asksCode ? <CodeField id="password-code" error={errors['code']} /> : null}
        <NewPasswordFields name="newPassword" errors={errors} />
        <div>
          <Button type="submit" name="intent" value="password" tone="outline">
            Change password
          </Button>
        </div>
      </Form>
    </AccountPanel>
  )
}
