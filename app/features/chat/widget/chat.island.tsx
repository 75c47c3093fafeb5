import { useEffect, useRef, useState } from 'react'

import { MessageCircle } from '#app/ui/icons.tsx'
import { isPhone } from '#app/ui/is-phone.ts'
import { Toaster } from '#app/ui/toast.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import { ChatPanel } from './chat-panel.tsx'
import { changeStoredChat, readStoredChat } from './stored-chat.ts'
import type { ChatWidgetProps } from './panel-texts.ts'

/**
 * The round button on every public page and its panel, which opens automatically if it was open on the page before. On
 * a phone it stays closed, because it would cover the page that its link opened.
 */
export function ChatWidget(props: ChatWidgetProps) {
  const isAwake = useAwake()
  const [choice, setChoice] = useState<'open' | 'closed' | null>(null)
  const isOpen = choice === null ? isAwake && readStoredChat().open && !isPhone() : choice === 'open'
  const button = useRef<HTMLButtonElement>(null)

  function toggle(): void {
    setChoice(isOpen ? 'closed' : 'open')
    changeStoredChat({ open: !isOpen })
    if (isOpen) button.current?.focus()
  }

  useEffect(() => {
    if (!isOpen) return undefined
    const close = () => {
      if (!isPhone()) return
      setChoice('closed')
      changeStoredChat({ open: false })
    }
    addEventListener('hashchange', close)
    return () => removeEventListener('hashchange', close)
  }, [isOpen])

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
