import { useCallback, useEffect, useState } from 'react'

import { Toaster } from '#app/ui/toast.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import { ChatPanel } from '../widget/chat-panel.tsx'
import type { ChatWidgetProps } from '../widget/panel-texts.ts'
import { speakAs } from '../widget/speaking-as.ts'

import { linkHost } from './link-host.ts'

type EmbeddedChatProps = ChatWidgetProps & {
  /** The assistant's key. */
  assistant: string
  /** The origin of the page around the frame; null if it is not allowed to hold one. */
  host: string | null
}

/** The chat in a frame on another site. Its button is drawn by the script on that site. */
export function EmbeddedChat({ assistant, host, ...panel }: EmbeddedChatProps) {
  const isAwake = useAwake()
  return isAwake ? <Panel assistant={assistant} host={host} {...panel} /> : null
}

function Panel({ assistant, host, ...panel }: EmbeddedChatProps) {
  const [isOpen, setOpen] = useState(true)
  const [link] = useState(() => {
    speakAs(assistant)
    return host === null ? null : linkHost(host)
  })
  const [seen, setSeen] = useState(0)
  const [count, setCount] = useState(0)

  useEffect(() => link?.listen(setOpen), [link])
  // What arrives while the chat is open has been seen.
  if (isOpen && seen !== count) setSeen(count)
  useEffect(() => {
    link?.tell({ type: isOpen ? 'opened' : 'closed' })
    link?.tell({ type: 'unread', count: isOpen ? 0 : Math.max(0, count - seen) })
  }, [link, isOpen, count, seen])

  const close = useCallback(() => link?.tell({ type: 'close' }), [link])
  return (
    <>
      <ChatPanel {...panel} hidden={!isOpen} isAskedFor onClose={close} onOwnerMessages={setCount} />
      <Toaster />
    </>
  )
}
