import { SESSION_ENDED } from './session-ended.ts'

/**
 * Lets every request of the page that met an ended session wait for `signIn`, and sends it again: forms, saving while one
 * types, and reloading alike. Returns what ends it.
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

/** Whether a page brings itself up to date, which nobody asked for; a search in the palette is asked for. */
export function isByItself({ method, url }: Pick<Request, 'method' | 'url'>): boolean {
  return method === 'GET' && !new URL(url).pathname.startsWith('/admin/search')
}
