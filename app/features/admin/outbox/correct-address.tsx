import { type ReactNode, useEffect, useId, useRef } from 'react'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import type { OutboxAnswer } from './change-emails.server.ts'

type CorrectAddressProps = {
  address: string
  answer: OutboxAnswer | undefined
  disabled: boolean
  onCorrect: (address: string) => void
  children: ReactNode
}

/** Asks for another address in the browser's own modal dialog, which stays open while the address is refused. */
export function CorrectAddress({ address, answer, disabled, onCorrect, children }: CorrectAddressProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = () => dialog.current?.close()
  useEffect(() => {
    if (answer?.ok) close()
  }, [answer])
  return (
    <>
      <Button tone="outline" size="sm" disabled={disabled} onClick={() => dialog.current?.showModal()}>
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
            onCorrect(String(new FormData(event.currentTarget).get('address')))
          }}
        >
          <h2 id={`${id}-title`} className="mb-4 text-lg font-semibold">
            Correct address
          </h2>
          <TextField
            key={address}
            id={`${id}-address`}
            name="address"
            label="Address"
            defaultValue={address}
            autoComplete="off"
            required
            error={answer?.errors?.['address']}
            hint="Several addresses are separated by commas. The mails are queued again."
          />
          <div className="mt-6 flex justify-end gap-3">
            <Button tone="outline" onClick={close}>
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
