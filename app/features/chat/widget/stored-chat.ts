/** The key under which a browser remembers its conversation; nothing is kept before the panel is first opened. */
export const CHAT_KEY = 'chat'

/** Of which conversation this browser is the visitor, and whether its panel is open. */
export type StoredChat = { conversation: { id: string; token: string } | null; open: boolean }

const nothing: StoredChat = { conversation: null, open: false }

/** Where storage is refused or was tampered with, nothing is remembered. */
export function readStoredChat(): StoredChat {
  try {
    const stored = JSON.parse(localStorage.getItem(CHAT_KEY) ?? 'null') as Partial<StoredChat> | null
    const { id, token } = stored?.conversation ?? {}
    const conversation = typeof id === 'string' && typeof token === 'string' ? { id, token } : null
    return { conversation, open: stored?.open === true }
  } catch {
    return nothing
  }
}

export function changeStoredChat(change: Partial<StoredChat>): void {
  try {
    localStorage.setItem(CHAT_KEY, JSON.stringify({ ...readStoredChat(), ...change }))
  } catch {
    // Without storage the conversation lasts as long as the page.
  }
}
