import type { Db } from '#app/platform/db/engine.server.ts'

type Listener = (payload: string) => void

/** Signals are only hints. If one may have been lost, `resync` tells listeners to look again. */
export type Signals = {
  publish(ctx: { readonly db: Db }, topic: string, payload?: string): Promise<void>
  /** Sent after the commit, because PostgreSQL serialises commits of transactions that notify. */
  nudge(ctx: { readonly db: Db }, topic: string): void
  subscribe(topic: string, listener: Listener): () => void
  close(): Promise<void>
}

export const RESYNC = 'resync'

export class Listeners {
  readonly #byTopic = new Map<string, Set<Listener>>()

  add(topic: string, listener: Listener): () => void {
    const listeners = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  tell(topic: string, payload: string): void {
    for (const listener of this.#byTopic.get(topic) ?? []) listener(payload)
  }
}

/** The items of Today have changed, so the list must be read again. */
export const TODAY_TOPIC = 'today'

/** Public pages have changed, so cached ones must be checked. */
export const PAGES_TOPIC = 'pages'
