import type { Ctx } from '#app/platform/context.server.ts'

import { RESYNC, type Signals } from './signals.server.ts'

export type Watcher = { wake(): void; end(): void }
type Registry = { byTopic: Map<string, Set<Watcher>>; isEnded: boolean; signals: Signals }

function createRegistry(signals: Signals): Registry {
  const registry: Registry = { byTopic: new Map(), isEnded: false, signals }
  signals.subscribe(RESYNC, () => allOf(registry).forEach((watcher) => watcher.wake()))
  return registry
}

function allOf({ byTopic }: Registry): Watcher[] {
  return [...byTopic.values()].flatMap((watchers) => [...watchers])
}

function watchersOf(registry: Registry, topic: string): Set<Watcher> {
  const known = registry.byTopic.get(topic)
  if (known) return known
  const watchers = new Set<Watcher>()
  registry.byTopic.set(topic, watchers)
  registry.signals.subscribe(topic, () => watchers.forEach((watcher) => watcher.wake()))
  return watchers
}

/** Ends all watchers at shutdown, so that they reconnect to another instance at once. */
export function endTopicWatchers(ctx: Pick<Ctx, 'state'>): void {
  const registry = ctx.state.of(createRegistry)
  registry.isEnded = true
  for (const watcher of allOf(registry)) watcher.end()
}

/** Yields at the beginning and after each signal, until `leaving` aborts. Signals in quick succession yield once. */
export function watchTopic(
  ctx: Pick<Ctx, 'state'>,
  topic: string,
  leaving: AbortSignal,
): AsyncGenerator<void> {
  const registry = ctx.state.of(createRegistry)
  return wakesOf((watcher) => {
    if (registry.isEnded) watcher.end()
    const watchers = watchersOf(registry, topic).add(watcher)
    return () => watchers.delete(watcher)
  }, leaving)
}

/**
 * Yields at the beginning and after each wake, until the watcher ends. Wakes in quick succession yield once.
 * @param enter registers the watcher and returns a function that removes it.
 */
export async function* wakesOf(
  enter: (watcher: Watcher) => () => void,
  leaving: AbortSignal,
): AsyncGenerator<void> {
  let change = Promise.withResolvers<void>()
  let [isChanged, isOver] = [true, leaving.aborted]
  const watcher: Watcher = {
    wake() {
      isChanged = true
      change.resolve()
    },
    end() {
      isOver = true
      change.resolve()
    },
  }
  const leave = enter(watcher)
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
    leave()
  }
}
