/** Stored in local storage once the panel has been opened. */
export const CHAT_KEY = 'chat'

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
    const stored = JSON.parse(localStorage.getItem(CHAT_KEY) ?? 'null') as Partial<StoredChat> | null
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
    localStorage.setItem(CHAT_KEY, JSON.stringify({ ...readStoredChat(), ...change }))
  } catch {
    // Without storage, the conversation lasts until the page is left.
  }
}
