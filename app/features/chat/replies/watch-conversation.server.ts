import type { Ctx } from '#app/platform/context.server.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'

/** Tells every instance that a conversation has changed: a message, a reply's end, another speaker. Its id is the payload. */
export const CONVERSATION_TOPIC = 'chat-conversation'

type Watcher = { readonly address: string | null; wake(): void; end(): void }

type Registry = {
  byConversation: Map<string, Set<Watcher>>
  /** From the beginning of a shutdown on. */
  isEnded: boolean
}

function createRegistry(signals: Signals): Registry {
  const registry: Registry = { byConversation: new Map(), isEnded: false }
  signals.subscribe(CONVERSATION_TOPIC, (id) =>
    registry.byConversation.get(id)?.forEach((watcher) => watcher.wake()),
  )
  signals.subscribe(RESYNC, () => allOf(registry).forEach((watcher) => watcher.wake()))
  return registry
}

function allOf(registry: Registry): Watcher[] {
  return [...registry.byConversation.values()].flatMap((watchers) => [...watchers])
}

/** Who watches on this instance: visitors of one conversation, and visitors at one address. */
export function countWatchers(ctx: Pick<Ctx, 'state'>, id: string, address: string) {
  const registry = ctx.state.of(createRegistry)
  return {
    ofConversation: [...(registry.byConversation.get(id) ?? [])].filter((watcher) => watcher.address !== null)
      .length,
    ofAddress: allOf(registry).filter((watcher) => watcher.address === address).length,
  }
}

/** Everyone who watches on this instance, the owner included. */
export function countAllWatchers(ctx: Pick<Ctx, 'state'>): number {
  return allOf(ctx.state.of(createRegistry)).length
}

/** At a shutdown nothing is left to wait for: those who watch come again, elsewhere. Who comes here again is not kept. */
export function endWatchers(ctx: Pick<Ctx, 'state'>): void {
  const registry = ctx.state.of(createRegistry)
  registry.isEnded = true
  for (const watcher of allOf(registry)) watcher.end()
}

/**
 * Goes round once at the beginning and again after each change, until the watcher leaves. Changes that come close
 * together are one: it is a hint to look, not a record.
 * @param address of a visitor; null for the owner.
 */
export async function* watchConversation(
  ctx: Pick<Ctx, 'state'>,
  { id, address }: { id: string; address: string | null },
  leaving: AbortSignal,
): AsyncGenerator<void> {
  const registry = ctx.state.of(createRegistry)
  let change = Promise.withResolvers<void>()
  let [isChanged, isOver] = [true, leaving.aborted || registry.isEnded]
  const watcher: Watcher = {
    address,
    wake() {
      isChanged = true
      change.resolve()
    },
    end() {
      isOver = true
      change.resolve()
    },
  }
  const watchers = registry.byConversation.get(id) ?? new Set()
  registry.byConversation.set(id, watchers.add(watcher))
  leaving.addEventListener('abort', watcher.end, { once: true })
  try {
    while (!isOver) {
      if (!isChanged) await change.promise
      if (isOver || !isChanged) continue
      isChanged = false
      change = Promise.withResolvers()
      yield
    }
  } finally {
    leaving.removeEventListener('abort', watcher.end)
    watchers.delete(watcher)
    if (watchers.size === 0) registry.byConversation.delete(id)
  }
}
