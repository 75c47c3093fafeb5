import { TextField } from '#app/ui/field.tsx'

/** A code of the authenticator app, or a recovery code where the phone is away. */
export function CodeField({ id, error }: { id: string; error: string | undefined }) {
  return (
    <TextField
      id={id}
      name="code"
      label="Two-factor code"
      required
      autoComplete="one-time-code"
      spellCheck={false}
      hint="Of your authenticator app, or a recovery code."
      error={error}
    />
  )
}
