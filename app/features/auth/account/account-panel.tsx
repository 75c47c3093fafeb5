import { type ReactNode, useEffect, useRef } from 'react'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { TextField } from '#app/ui/field.tsx'

type AccountPanelProps = {
  id: string
  title: string
  badge?: ReactNode
  text: ReactNode
  children: ReactNode
}

export function AccountPanel({ id, title, badge, text, children }: AccountPanelProps) {
  return (
    <section aria-labelledby={id} className="grid gap-5 rounded-lg border border-line bg-raised p-6">
      <div>
        <div className="flex flex-wrap items-center gap-3">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {badge}
        </div>
        <div className="mt-1 max-w-2xl text-sm text-secondary">{text}</div>
      </div>
      {children}
    </section>
  )
}

type ProofFieldProps = { id: string; label?: string; error: string | undefined }

export function CodeField({ id, label = 'Two-factor code', error }: ProofFieldProps) {
  return (
    <TextField
      id={id}
      name="code"
      label={label}
      required
      autoComplete="one-time-code"
      spellCheck={false}
      hint="From your authenticator app, or a recovery code."
      error={error}
    />
  )
}

/** Clears the form after a successful submission, because it may contain secrets. */
export function useEmptiedForm(answer: FormAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer?.ok) form.current?.reset()
  }, [answer])
  return form
}

export function PasswordField({ id, label = 'Your password', error }: ProofFieldProps) {
  return (
    <TextField
      id={id}
      name="password"
      label={label}
      type="password"
      required
      autoComplete="current-password"
      error={error}
    />
  )
}
