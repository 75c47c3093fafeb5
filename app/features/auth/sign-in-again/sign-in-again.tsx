import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { SESSION_ENDED } from './session-ended.ts'
import type { NextStep } from './sign-in-again.route.ts'

/**
 * Asks for the password in a dialog when a session has ended. Pending requests wait and are then sent again, also if the
 * dialog was closed in between, so that nothing typed is lost.
 */
export function SignInAgain({ email, onSignedIn }: { email: string; onSignedIn: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const waiting = useRef<(() => void)[]>([])
  const [step, setStep] = useState<Exclude<NextStep, 'nothing'>>('password')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)

  const isNavigating = useRef(false)
  const { state } = useNavigation()
  useEffect(() => {
    isNavigating.current = state !== 'idle'
  }, [state])

  useEffect(
    () =>
      resumeEndedSessions(
        (request) =>
          new Promise((resume) => {
            waiting.current.push(resume)
            // A background reload must not interrupt typing.
            if (isByItself(request) && !isNavigating.current) return
            if (!dialog.current?.open) dialog.current?.showModal()
          }),
      ),
    [],
  )

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    const { next, fault } = await send(new FormData(form))
    setBusy(false)
    setError(fault)
    form.reset()
    if (next !== 'nothing') return setStep(next)
    setStep('password')
    dialog.current?.close()
    onSignedIn()
    for (const resume of waiting.current.splice(0)) resume()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby="sign-in-again-title"
      className="m-auto w-[min(26rem,calc(100%-2rem))] rounded-lg border border-line-strong bg-raised p-6 text-primary shadow-float backdrop:bg-black/60"
    >
      <form onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
        <h2 id="sign-in-again-title" className="text-lg font-semibold">
          Sign in again
        </h2>
        <p className="text-sm text-secondary">
          The session of <strong className="font-medium">{email}</strong> has ended. What you typed is still
          here, and is sent once you have signed in.
        </p>
        <input type="hidden" name="intent" value={step} />
        <input type="hidden" name="email" value={email} />
        {step === 'password' ? (
          <TextField
            key="password"
            id="again-password"
            name="password"
            label="Password"
            type="password"
            required
            autoFocus
            autoComplete="current-password"
            error={error}
          />
        ) : (
          <TextField
            key="code"
            id="again-code"
            name="code"
            label="Code"
            required
            autoFocus
            autoComplete="one-time-code"
            error={error}
          />
        )}
        <div className="flex justify-end gap-3">
          <Button tone="quiet" onClick={() => dialog.current?.close()}>
            Not now
          </Button>
          <Button type="submit" tone="solid" disabled={isBusy}>
            {isBusy ? 'Signing in…' : 'Sign In'}
          </Button>
        </div>
      </form>
    </dialog>
  )
}

type Sent = { next: NextStep; fault: string }

const UNREACHABLE = 'The server cannot be reached. Please try again.'

async function send(form: FormData): Promise<Sent> {
  const step: NextStep = form.get('intent') === 'code' ? 'code' : 'password'
  try {
    const body = new URLSearchParams()
    for (const [name, value] of form) if (typeof value === 'string') body.append(name, value)
    const response = await fetch('/admin/login/again', { method: 'POST', body })
    const { value, error } = (await response.json()) as FormAnswer<NextStep>
    return { next: value ?? step, fault: error ?? '' }
  } catch {
    return { next: step, fault: UNREACHABLE }
  }
}

/**
 * Makes every request of the page that meets an ended session wait for `signIn` and then sends it again: forms, autosave
 * and reloads alike. Returns a function that restores `fetch`.
 */
function resumeEndedSessions(signIn: (request: Request) => Promise<void>): () => void {
  const original = window.fetch
  window.fetch = async (input, init) => {
    const again = input instanceof Request ? input.clone() : input
    const response = await original(input, init)
    if (!response.headers.has(SESSION_ENDED)) return response
    const { method = 'GET' } = init ?? {}
    await signIn(input instanceof Request ? input : new Request(input, { method }))
    return original(again, init)
  }
  return () => {
    window.fetch = original
  }
}

/** Returns whether a request may be a background reload, which the member did not ask for. Searches in the palette never are. */
function isByItself({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  return method === 'GET' && !new URL(url).pathname.startsWith('/admin/search')
}
