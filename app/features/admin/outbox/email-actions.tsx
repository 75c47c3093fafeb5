import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type FetcherWithComponents, useFetcher } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button, type ButtonTone } from '#app/ui/button.tsx'
import { inputClass, TextField } from '#app/ui/field.tsx'
import { MailX, PencilLine, RotateCw } from '#app/ui/icons.tsx'
import { useActionToast } from '#app/ui/toast.tsx'

export type EmailFetcher = FetcherWithComponents<FormAnswer>

/** For the form around `EmailActions`. An error keeps the selection and the typed address. */
export function useEmailForm(onDone?: () => void): EmailFetcher {
  const fetcher = useFetcher<FormAnswer>()
  // Show the toast before the page reloads: the buttons disappear once the mail has been sent.
  useActionToast(fetcher.data)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (answer?.ok) done.current?.()
  }, [answer])
  return fetcher
}

type EmailActionsProps = {
  fetcher: EmailFetcher
  canResend: boolean
  canCorrect: boolean
  canDismiss: boolean
  /** Returns the address to prefill when correcting it. */
  findAddress: () => string
  resend?: string
  /** In a list in which no mail is selected. */
  isQuiet?: boolean
}

export function EmailActions(props: EmailActionsProps) {
  const {
    fetcher,
    canResend,
    canCorrect,
    canDismiss,
    findAddress,
    resend = 'Resend',
    isQuiet = false,
  } = props
  const tone = isQuiet ? 'quiet' : 'outline'
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  return (
    <>
      {/* Enter in a checkbox presses the form's first button; this disabled one does nothing. */}
      <button type="submit" disabled hidden />
      <Button
        type="submit"
        name="intent"
        value="resend"
        tone={isQuiet ? 'quiet' : 'solid'}
        size="sm"
        disabled={!canResend}
      >
        <RotateCw aria-hidden className="size-4" />
        {resend}
      </Button>
      {canCorrect ? (
        <>
          <noscript>
            <input name="address" aria-label="Address" className={`${inputClass} max-w-56 py-1.5`} />
          </noscript>
          <CorrectAddress answer={answer} findAddress={findAddress} tone={tone}>
            <PencilLine aria-hidden className="size-4" />
            Correct address
          </CorrectAddress>
        </>
      ) : null}
      <Button type="submit" name="intent" value="dismiss" tone={tone} size="sm" disabled={!canDismiss}>
        <MailX aria-hidden className="size-4" />
        Dismiss
      </Button>
    </>
  )
}

type CorrectAddressProps = {
  answer: FormAnswer | undefined
  findAddress: () => string
  tone: ButtonTone
  children: ReactNode
}

/** Asks for another address in a modal dialog, which stays open while the address is invalid. */
function CorrectAddress({ answer, findAddress, tone, children }: CorrectAddressProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const save = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (answer?.ok) dialog.current?.close()
  }, [answer])
  return (
    <>
      <Button
        type="submit"
        name="intent"
        value="correct"
        tone={tone}
        size="sm"
        onClick={(event) => {
          event.preventDefault()
          setTyped(findAddress())
          dialog.current?.showModal()
        }}
      >
        {children}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={`${id}-title`}
        onKeyDown={(event) => {
          // Enter would press the form's first button, which is a different one.
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
          event.preventDefault()
          save.current?.click()
        }}
        className="m-auto w-[min(28rem,calc(100%-2rem))] rounded-lg border border-line-strong bg-raised p-6 text-primary shadow-float backdrop:bg-black/60"
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
          error={answer?.errors['address']}
          hint="Several addresses are separated by commas. The mails are queued again."
        />
        <div className="mt-6 flex justify-end gap-3">
          <Button tone="outline" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button ref={save} type="submit" name="intent" value="correct" tone="solid">
            Save
          </Button>
        </div>
      </dialog>
    </>
  )
}
