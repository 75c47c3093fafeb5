import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { MailX, PencilLine, RotateCw } from '#app/ui/icons.tsx'
import { useActionToast } from '#app/ui/toast.tsx'

type EmailActionsProps = {
  /** The selected mails, as form fields for the action. */
  selection: Record<string, string>
  canResend: boolean
  canCorrect: boolean
  canDismiss: boolean
  /** The address to start from when it is corrected. */
  address: string
  resend?: string
  onDone?: () => void
}

/** The buttons for one mail or for many. A rejection keeps the selection and what was typed. */
export function EmailActions({
  selection,
  canResend,
  canCorrect,
  canDismiss,
  address,
  resend = 'Resend',
  onDone,
}: EmailActionsProps) {
  const fetcher = useFetcher<FormAnswer>()
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  const isBusy = fetcher.state !== 'idle'
  // Show the toast before the page reloads: a mail that has been sent by then has no buttons.
  useActionToast(fetcher.data)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    if (answer?.ok) done.current?.()
  }, [answer])
  const send = (intent: string, fields: Record<string, string> = {}) =>
    void fetcher.submit({ ...selection, ...fields, intent }, { method: 'post' })
  // Return only after the hooks, so that the last toast is still shown when no button is left.
  if (!canResend && !canCorrect && !canDismiss) return null
  return (
    <>
      <Button tone="solid" size="sm" disabled={isBusy || !canResend} onClick={() => send('resend')}>
        <RotateCw aria-hidden className="size-4" />
        {resend}
      </Button>
      <CorrectAddress
        address={address}
        answer={answer}
        disabled={isBusy || !canCorrect}
        onCorrect={(typed) => send('correct', { address: typed })}
      >
        <PencilLine aria-hidden className="size-4" />
        Correct address
      </CorrectAddress>
      <Button tone="outline" size="sm" disabled={isBusy || !canDismiss} onClick={() => send('dismiss')}>
        <MailX aria-hidden className="size-4" />
        Dismiss
      </Button>
    </>
  )
}

type CorrectAddressProps = {
  address: string
  answer: FormAnswer | undefined
  disabled: boolean
  onCorrect: (address: string) => void
  children: ReactNode
}

/** Asks for another address in a modal dialog, which stays open while the address is rejected. */
export function CorrectAddress({ address, answer, disabled, onCorrect, children }: CorrectAddressProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [typed, setTyped] = useState(address)
  useEffect(() => {
    if (answer?.ok) dialog.current?.close()
  }, [answer])
  return (
    <>
      <Button
        tone="outline"
        size="sm"
        disabled={disabled}
        onClick={() => {
          setTyped(address)
          dialog.current?.showModal()
        }}
      >
        {children}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={`${id}-title`}
        className="m-auto w-[min(28rem,calc(100%-2rem))] rounded-lg border border-line-strong bg-raised p-6 text-primary shadow-float backdrop:bg-black/60"
      >
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            onCorrect(typed)
          }}
        >
          <h2 id={`${id}-title`} className="mb-4 text-lg font-semibold">
            Correct address
          </h2>
          <TextField
            id={`${id}-address`}
            name="address"
            label="Address"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            required
            error={answer?.errors['address']}
            hint="Several addresses are separated by commas. The mails are queued again."
          />
          <div className="mt-6 flex justify-end gap-3">
            <Button tone="outline" onClick={() => dialog.current?.close()}>
              Cancel
            </Button>
            <Button type="submit" tone="solid" disabled={disabled}>
              Save
            </Button>
          </div>
        </form>
      </dialog>
    </>
  )
}
