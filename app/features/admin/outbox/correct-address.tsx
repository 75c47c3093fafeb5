import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

type CorrectAddressProps = {
  address: string
  answer: FormAnswer | undefined
  disabled: boolean
  onCorrect: (address: string) => void
  children: ReactNode
}

/** Asks for another address in the browser's own modal dialog, which stays open while the address is refused. */
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
