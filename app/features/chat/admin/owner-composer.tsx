import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'

import { pasteRichText } from '#app/features/editing/paste/paste-rich-text.ts'
import { TheirLanguage } from '#app/features/foreign-messages/their-language.tsx'
import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, inputClass } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Bot, Hand, SendHorizontal } from '#app/ui/icons.tsx'
import { useActionToast } from '#app/ui/toast.tsx'
import { useTypedBefore } from '#app/ui/use-awake.ts'

import { MAX_MESSAGE_LENGTH, type Speaker } from '../chat-events.ts'

type OwnerComposerProps = {
  conversationId: string
  speaker: Speaker
  isLive: boolean
  /** Whether an AI provider is connected. */
  canTranslate: boolean
}

/** Takes over and hands back, and sends the owner's messages. Enter sends, Shift+Enter adds a line. */
export function OwnerComposer({ conversationId, speaker, isLive, canTranslate }: OwnerComposerProps) {
  const turn = useFetcher<FormAnswer>()
  useActionToast(turn.data)
  const isOwner = speaker === 'owner'
  return (
    <section aria-label="Your answer" className="grid gap-3 rounded-lg border border-line bg-raised p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-secondary">
          {isOwner
            ? 'You are answering this visitor. The assistant stays silent until you hand back.'
            : 'The assistant is answering this visitor.'}
          {isLive ? null : ' The connection is lost. Reconnecting …'}
        </p>
        <turn.Form method="post">
          <FormFields>
            <Button
              type="submit"
              name="intent"
              value={isOwner ? 'hand-back' : 'take-over'}
              tone={isOwner ? 'outline' : 'solid'}
              disabled={turn.state !== 'idle'}
            >
              {isOwner ? <Bot aria-hidden className="size-4" /> : <Hand aria-hidden className="size-4" />}
              {isOwner ? 'Hand back' : 'Take over'}
            </Button>
          </FormFields>
        </turn.Form>
      </div>
      {isOwner ? <MessageForm conversationId={conversationId} canTranslate={canTranslate} /> : null}
    </section>
  )
}

function MessageForm({
  conversationId,
  canTranslate,
}: Pick<OwnerComposerProps, 'conversationId' | 'canTranslate'>) {
  const sending = useFetcher<FormAnswer>()
  const input = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState('')
  const [sent, setSent] = useState(0)
  useTypedBefore('owner-message', '', setDraft)
  const isSending = sending.state !== 'idle'
  const isBlank = draft.trim() === ''
  const error = isSending ? undefined : sending.data?.error

  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  function send(): void {
    if (isBlank || isSending) return
    void sending.submit({ intent: 'write', message: draft }, { method: 'post' })
  }

  // The draft is cleared only once the message is stored, so that a failed one can be sent again.
  const wasSending = useRef(false)
  useEffect(() => {
    if (wasSending.current && !isSending && sending.data?.ok) {
      setDraft('')
      setSent((count) => count + 1)
    }
    wasSending.current = isSending
  }, [isSending, sending.data])

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method composes, Enter accepts a suggestion.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field id="owner-message" label="Message" error={error}>
        <textarea
          ref={input}
          {...fieldControl('owner-message', error)}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => pasteRichText(event, 'words')}
          maxLength={MAX_MESSAGE_LENGTH}
          rows={3}
          dir="auto"
          readOnly={isSending}
          className={inputClass}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" tone="solid" disabled={isBlank || isSending}>
          <SendHorizontal aria-hidden className="size-4 rtl:-scale-x-100" />
          Send
        </Button>
        {canTranslate ? (
          <TheirLanguage
            key={sent}
            about={{ conversation: conversationId }}
            send="Send"
            read={() => input.current?.value}
            write={setDraft}
            focus={() => input.current?.focus()}
          />
        ) : null}
      </div>
    </form>
  )
}
