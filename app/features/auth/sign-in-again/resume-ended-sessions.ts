import { SESSION_ENDED } from './session-ended.ts'

/**
 * Lets every request of the page that met an ended session wait for `signIn`, and sends it again: forms, saving while one
 * types, and reloading alike. Returns what ends it.
 */
export function resumeEndedSessions(signIn: () => Promise<void>): () => void {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const again = input instanceof Request ? input.clone() : input
    const response = await send(input, init)
    if (!response.headers.has(SESSION_ENDED)) return response
    await signIn()
    return send(again, init)
  }
  return () => {
    window.fetch = send
  }
}
