import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { MailX, PencilLine, RotateCw } from '#app/ui/icons.tsx'
import { useActionToast } from '#app/ui/use-action-toast.ts'

import { CorrectAddress } from './correct-address.tsx'

type EmailActionsProps = {
  /** The selected mails, as form fields for the action. */
  selection: Record<string, string>
  canResend: boolean
  canCorrect: boolean
  canDismiss: boolean
  /** What stands in the field when the address is to be corrected. */
  address: string
  resend?: string
  onDone?: () => void
}

/** The buttons for one mail or for many. What was selected and typed stays when something is refused. */
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
  // Told before the page is read anew: a mail that was sent by then has no buttons any more.
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
  // It stays when there is nothing left to do, so that the last answer is still told.
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
