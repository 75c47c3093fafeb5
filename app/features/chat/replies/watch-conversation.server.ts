import type { Ctx } from '#app/platform/context.server.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'
import { type Watcher, wakesOf } from '#app/platform/signals/watch-topic.server.ts'

/** Announces a change of a conversation: a message, the end of a reply, another speaker. The payload is its id. */
export const CONVERSATION_TOPIC = 'chat-conversation'

type ConversationWatcher = Watcher & { readonly address: string | null }

type Registry = {
  byConversation: Map<string, Set<ConversationWatcher>>
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

function allOf(registry: Registry): ConversationWatcher[] {
  return [...registry.byConversation.values()].flatMap((watchers) => [...watchers])
}

/** Counts the visitors on this instance who watch one conversation, and those at one address. */
export function countWatchers(ctx: Pick<Ctx, 'state'>, id: string, address: string) {
  const registry = ctx.state.of(createRegistry)
  return {
    ofConversation: countVisitors(registry.byConversation.get(id)),
    ofAddress: allOf(registry).filter((watcher) => watcher.address === address).length,
  }
}

function countVisitors(watchers: ReadonlySet<ConversationWatcher> | undefined): number {
  return watchers ? [...watchers].filter(({ address }) => address !== null).length : 0
}

export function countAllWatchers(ctx: Pick<Ctx, 'state'>): number {
  return allOf(ctx.state.of(createRegistry)).length
}

/** At a shutdown, watchers are disconnected at once, so that they reconnect to another instance. */
export function endWatchers(ctx: Pick<Ctx, 'state'>): void {
  const registry = ctx.state.of(createRegistry)
  registry.isEnded = true
  for (const watcher of allOf(registry)) watcher.end()
}

/**
 * Yields at the start and after each change until the watcher leaves; quick successive changes yield once.
 * @param address the visitor's IP address; null for the owner.
 */
export function watchConversation(
  ctx: Pick<Ctx, 'state'>,
  { id, address }: { id: string; address: string | null },
  leaving: AbortSignal,
): AsyncGenerator<void> {
  const registry = ctx.state.of(createRegistry)
  return wakesOf((waking) => {
    if (registry.isEnded) waking.end()
    const watcher = { ...waking, address }
    const watchers = registry.byConversation.get(id) ?? new Set()
    registry.byConversation.set(id, watchers.add(watcher))
    return () => {
      watchers.delete(watcher)
      if (watchers.size === 0) registry.byConversation.delete(id)
    }
  }, leaving)
}
