import { assistantKey } from './speaking-as.ts'

/** Stored in local storage once the panel has been opened. */
export const CHAT_KEY = 'chat'

/** Returns the key of local storage. Each assistant of another site has its own, and so its own conversation. */
export function chatKey(): string {
  const key = assistantKey()
  return key === null ? CHAT_KEY : `${CHAT_KEY}:${key}`
}

export type StoredChat = {
  conversation: { id: string; token: string } | null
  open: boolean
  /** Changes with each message, so that other tabs show it too. */
  change: number
}

const nothing: StoredChat = { conversation: null, open: false, change: 0 }

/** Returns an empty state if the storage is blocked or its content is invalid. */
export function readStoredChat(): StoredChat {
  try {
    const stored = JSON.parse(localStorage.getItem(chatKey()) ?? 'null') as Partial<StoredChat> | null
    const { id, token } = stored?.conversation ?? {}
    const conversation = typeof id === 'string' && typeof token === 'string' ? { id, token } : null
    return {
      conversation,
      open: stored?.open === true,
      change: typeof stored?.change === 'number' ? stored.change : 0,
    }
  } catch {
    return nothing
  }
}

export function changeStoredChat(change: Partial<StoredChat>): void {
  try {
    localStorage.setItem(chatKey(), JSON.stringify({ ...readStoredChat(), ...change }))
  } catch {
    // Without storage, the conversation lasts until the page is left.
  }
}
