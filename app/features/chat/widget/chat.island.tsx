import { useRef, useState } from 'react'

import { MessageCircle } from '#app/ui/icons.tsx'
import { Toaster } from '#app/ui/toast.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import { ChatPanel } from './chat-panel.tsx'
import { changeStoredChat, readStoredChat } from './stored-chat.ts'
import type { ChatWidgetProps } from './panel-texts.ts'

/** The round button on every public page and its panel, which opens by itself if it was open on the page before. */
export function ChatWidget(props: ChatWidgetProps) {
  const isAwake = useAwake()
  const [choice, setChoice] = useState<'open' | 'closed' | null>(null)
  const isOpen = choice === null ? isAwake && readStoredChat().open : choice === 'open'
  const button = useRef<HTMLButtonElement>(null)

  function toggle(): void {
    setChoice(isOpen ? 'closed' : 'open')
    changeStoredChat({ open: !isOpen })
    if (isOpen) button.current?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={props.texts.open}
        aria-expanded={isOpen}
        onClick={toggle}
        className="chat-button js-only"
      >
        <MessageCircle aria-hidden className="size-6" />
      </button>
      {isOpen || choice !== null ? (
        <ChatPanel {...props} hidden={!isOpen} isAskedFor={choice === 'open'} onClose={toggle} />
      ) : null}
      <Toaster />
    </>
  )
}
