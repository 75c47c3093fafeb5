import { TextField } from '#app/ui/field.tsx'

import { PASSWORD_MIN } from './password-rules.ts'

type NewPasswordFieldsProps = {
  /** `password` for the first password of an account. */
  name: 'password' | 'newPassword'
  errors: Readonly<Record<string, string>>
}

export function NewPasswordFields({ name, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        id="new-password"
        name={name}
        label={name === 'password' ? 'Password' : 'New password'}
        type="password"
        required
        minLength={PASSWORD_MIN}
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters. A sentence works well.`}
        error={errors[name]}
      />
      <TextField
        id="confirm-password"
        name="confirmPassword"
        label="Confirm password"
        type="password"
        required
        autoComplete="new-password"
        error={errors['confirmPassword']}
      />
    </>
  )
}
