import { type KeyboardEvent, type RefObject, useState } from 'react'

import { fillCount } from '#app/lib/messages.ts'
import { textDirection } from '#app/lib/text-direction.ts'
import { SendHorizontal, Square } from '#app/ui/icons.tsx'

import { MAX_MESSAGE_LENGTH } from '../chat-events.ts'

import type { WidgetTexts } from './widget.en.ts'

type ComposerProps = {
  input: RefObject<HTMLTextAreaElement | null>
  texts: WidgetTexts
  locale?: string | undefined
  isReplying: boolean
  /** Resolves to false if the message was rejected; the text then returns to the field. */
  onSend: (message: string) => Promise<boolean>
  onStop: () => void
}

/** The number of remaining characters is shown below this. */
const NEAR_LIMIT = 200

/** Enter sends, Shift+Enter adds a line. During a reply, the button stops it. */
export function Composer({ input, texts, locale, isReplying, onSend, onStop }: ComposerProps) {
  const [draft, setDraft] = useState('')
  const isBlank = draft.trim() === ''
  const left = MAX_MESSAGE_LENGTH - draft.length

  async function send(): Promise<void> {
    if (isBlank || isReplying) return
    const message = draft.trim()
    setDraft('')
    // The Send button is replaced by Stop and would take the focus with it.
    input.current?.focus()
    if (!(await onSend(message))) setDraft((typed) => typed || message)
  }

  function stop(): void {
    onStop()
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method composes, Enter accepts a suggestion.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="border-t border-line p-3"
    >
      <div className="flex items-end gap-2">
        <textarea
          ref={input}
          aria-label={texts.message}
          placeholder={texts.placeholder}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          maxLength={MAX_MESSAGE_LENGTH}
          rows={1}
          dir={textDirection(draft)}
          className="chat-input"
        />
        {isReplying ? (
          <StopButton label={texts.stop} onStop={stop} />
        ) : (
          <button
            type="submit"
            aria-label={texts.send}
            disabled={isBlank}
            className="chat-round bg-accent-fill text-white disabled:opacity-40"
          >
            <SendHorizontal aria-hidden className="size-4 rtl:-scale-x-100" />
          </button>
        )}
      </div>
      {left <= NEAR_LIMIT ? (
        <p aria-live="polite" className="mt-1 text-xs text-muted">
          {fillCount(texts.left, left, locale === undefined ? {} : { locale })}
        </p>
      ) : null}
    </form>
  )
}

function StopButton({ label, onStop }: { label: string; onStop: () => void }) {
  return (
    <button type="button" aria-label={label} onClick={onStop} className="chat-round bg-overlay">
      <Square aria-hidden className="size-4 fill-current" />
    </button>
  )
}
