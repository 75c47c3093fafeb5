import { noteHost } from '../widget/speaking-as.ts'

import { readMessage, type ToHost, writeMessage } from './messages.ts'

/** Speaks with the page around the frame, and with no other window or origin. */
export function linkHost(host: string) {
  const tell = (message: ToHost) => parent.postMessage(writeMessage(message), host)
  return {
    tell,
    listen(setOpen: (isOpen: boolean) => void): () => void {
      const hear = ({ data, source, origin }: MessageEvent) => {
        if (source !== parent || origin !== host) return
        const message = readMessage(data)
        if (message) takeMessage(message, setOpen)
      }
      addEventListener('message', hear)
      tell({ type: 'ready' })
      return () => removeEventListener('message', hear)
    },
  }
}

export function takeMessage(
  message: Readonly<Record<string, unknown>>,
  setOpen: (isOpen: boolean) => void,
): void {
  const text = (name: string, most: number) => {
    const value = message[name]
    return typeof value === 'string' ? value.slice(0, most) : undefined
  }
  if (message['type'] === 'open') setOpen(true)
  else if (message['type'] === 'close') setOpen(false)
  else if (message['type'] === 'page') noteHost({ url: text('url', 500), title: text('title', 200) })
  else if (message['type'] === 'identify')
    noteHost({
      identity: { name: text('name', 300), email: text('email', 300), signature: text('signature', 300) },
    })
}
