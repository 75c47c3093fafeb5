import { noteHost } from '../widget/speaking-as.ts'

import { readMessage, type ToHost, writeMessage } from './messages.ts'

const MOST_TURNS = 20
const TURNS_WITHIN_MS = 10_000

/** Opening again asks the server for what was missed, so a host that closes without end is not obeyed. */
function limitTurns(setOpen: (isOpen: boolean) => void): (isOpen: boolean) => void {
  let [since, turns] = [0, 0]
  return (isOpen) => {
    const now = performance.now()
    if (now - since > TURNS_WITHIN_MS) [since, turns] = [now, 0]
    turns += 1
    setOpen(isOpen || turns > MOST_TURNS)
  }
}

/** Speaks with the page around the frame, and with no other window or origin. */
export function linkHost(host: string) {
  const tell = (message: ToHost) => parent.postMessage(writeMessage(message), host)
  return {
    tell,
    listen(setOpen: (isOpen: boolean) => void): () => void {
      const turn = limitTurns(setOpen)
      const hear = ({ data, source, origin }: MessageEvent) => {
        if (source !== parent || origin !== host) return
        const message = readMessage(data)
        if (message) takeMessage(message, turn)
      }
      addEventListener('message', hear)
      tell({ type: 'ready', title: document.title })
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
