import type { Db } from '#app/platform/db/engine.server.ts'

type Listener = (payload: string) => void

/**
 * Short messages to every running instance, this one included, sent once the caller's transaction has committed.
 * They are hints, not records: one may be lost when a connection breaks, and `resync` then tells listeners to look again.
 */
export type Signals = {
  publish(ctx: { readonly db: Db }, topic: string, payload?: string): Promise<void>
  /**
   * The same for what is looked for every few seconds anyway, without a payload: sent once the transaction is over, for
   * PostgreSQL lets transactions that notify commit one at a time only.
   */
  nudge(ctx: { readonly db: Db }, topic: string): void
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, listener: Listener): () => void
  close(): Promise<void>
}

/** The topic every listener hears when signals may have been missed. */
export const RESYNC = 'resync'

/** Listeners by topic; both implementations keep theirs here. */
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

/** Public pages show something else by now: cached ones are to be forgotten. */
export const PAGES_TOPIC = 'pages'
