import { SESSION_ENDED } from './session-ended.ts'

/**
 * Makes every request of the page that meets an ended session wait for `signIn` and then sends it again: forms, autosave
 * and reloads alike. Returns a function that restores `fetch`.
 */
export function resumeEndedSessions(signIn: (request: Request) => Promise<void>): () => void {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const again = input instanceof Request ? input.clone() : input
    const response = await send(input, init)
    if (!response.headers.has(SESSION_ENDED)) return response
    const { method = 'GET' } = init ?? {}
    await signIn(input instanceof Request ? input : new Request(input, { method }))
    return send(again, init)
  }
  return () => {
    window.fetch = send
  }
}

/** Returns whether a request may be a background reload, which the member did not ask for. Searches in the palette never are. */
export function isByItself({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  return method === 'GET' && !new URL(url).pathname.startsWith('/admin/search')
}
