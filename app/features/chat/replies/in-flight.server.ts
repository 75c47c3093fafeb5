import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Signals } from '#app/platform/signals/signals.server.ts'

/** How long a reply continues without a follower: enough to load the next page, but short for a closed tab. */
const GRACE = 0.8 * SECOND
/** The interval at which followers on other instances announce themselves; an announcement lasts twice as long. */
export const FOLLOW_EVERY = SECOND / 2

/** Announces that a reply is still followed; the payload is its id. */
export const FOLLOW_TOPIC = 'chat-follow'
/** Requests that a reply be stopped; the payload is its id and the reason. */
const STOP_TOPIC = 'chat-stop'

/** How long to remember a stop that arrives between a reply's commit and its start. */
const STOP_REMEMBERED = 5 * SECOND

/** The visitor pressed Stop or left, the owner took over, or the process shuts down. */
export type StopReason = 'visitor' | 'owner' | 'draining'

export type InFlightReply = {
  readonly replyId: string
  /** Aborts with a `StopReason`. */
  readonly signal: AbortSignal
  say(event: ChatEvent): void
  end(event: ChatEvent): void
  stop(reason: StopReason): void
  follow(leaving: AbortSignal): AsyncGenerator<ChatEvent>
  readonly ended: Promise<void>
}

type Registry = {
  replies: Map<string, InFlightReply & { wait(milliseconds: number): void }>
  /** Stops for replies that this process has not started, or not yet. */
  stopped: Map<string, StopReason>
  isDrained: boolean
}

function createRegistry(signals: Signals): Registry {
  const registry: Registry = { replies: new Map(), stopped: new Map(), isDrained: false }
  signals.subscribe(FOLLOW_TOPIC, (id) => registry.replies.get(id)?.wait(2 * FOLLOW_EVERY))
  signals.subscribe(STOP_TOPIC, (payload) => {
    const { id, reason } = stopOf(payload)
    const reply = registry.replies.get(id)
    if (reply) return reply.stop(reason)
    registry.stopped.set(id, reason)
    setTimeout(() => registry.stopped.delete(id), STOP_REMEMBERED).unref()
  })
  return registry
}

export async function stopInFlight(ctx: Ctx, replyId: string, reason: 'visitor' | 'owner'): Promise<void> {
  await ctx.signals.publish(ctx, STOP_TOPIC, `${replyId} ${reason}`)
}

function stopOf(payload: string): { id: string; reason: StopReason } {
  const at = payload.indexOf(' ')
  return { id: payload.slice(0, at), reason: payload.slice(at + 1) === 'owner' ? 'owner' : 'visitor' }
}

export function findInFlight(ctx: Pick<Ctx, 'state'>, replyId: string): InFlightReply | null {
  return ctx.state.of(createRegistry).replies.get(replyId) ?? null
}

export function countInFlight(ctx: Pick<Ctx, 'state'>): number {
  return ctx.state.of(createRegistry).replies.size
}

/** Stops the replies in flight after a delay, and later ones as soon as they start. */
export function drainReplies(ctx: Pick<Ctx, 'state'>, milliseconds: number): void {
  const registry = ctx.state.of(createRegistry)
  setTimeout(() => {
    registry.isDrained = true
    for (const reply of registry.replies.values()) reply.stop('draining')
  }, milliseconds).unref()
}

export function beginInFlight(ctx: Pick<Ctx, 'state'>, replyId: string): InFlightReply {
  const { replies, stopped, isDrained } = ctx.state.of(createRegistry)
  const log = createEventLog()
  const abort = new AbortController()
  const ended = Promise.withResolvers<void>()
  let followers = 0
  let grace: NodeJS.Timeout | undefined

  const wait = (milliseconds: number) => {
    clearTimeout(grace)
    if (followers === 0 && !log.isOver()) grace = setTimeout(() => abort.abort('visitor'), milliseconds)
  }
  const reply = {
    replyId,
    signal: abort.signal,
    ended: ended.promise,
    say: log.add,
    wait,
    end(event: ChatEvent) {
      clearTimeout(grace)
      replies.delete(replyId)
      log.end(event)
      ended.resolve()
    },
    stop: (reason: StopReason) => abort.abort(reason),
    async *follow(leaving: AbortSignal): AsyncGenerator<ChatEvent> {
      followers += 1
      clearTimeout(grace)
      try {
        yield* log.read(leaving)
      } finally {
        followers -= 1
        wait(GRACE)
      }
    },
  }
  replies.set(replyId, reply)
  const stoppedBy = isDrained ? 'draining' : stopped.get(replyId)
  if (stoppedBy) reply.stop(stoppedBy)
  // The visitor may already be gone, so that nobody ever follows the reply.
  wait(GRACE)
  return reply
}

/** Gives each reader all events from the start; readers wait for more until the end. */
function createEventLog() {
  const events: ChatEvent[] = []
  let isOver = false
  let change = Promise.withResolvers<void>()

  function add(event: ChatEvent): void {
    // Who joins later must not read what was withdrawn.
    if (event.type === 'restart')
      for (const [at, { type }] of events.entries())
        if (type === 'text' || type === 'sources' || type === 'restart')
          events[at] = { type: 'text', text: '' }
    events.push(event)
    wakeReaders()
  }

  function wakeReaders(): void {
    change.resolve()
    change = Promise.withResolvers<void>()
  }

  return {
    add,
    end(event: ChatEvent): void {
      isOver = true
      add(event)
    },
    isOver: () => isOver,
    async *read(leaving: AbortSignal): AsyncGenerator<ChatEvent> {
      // Do not race each change against a promise for leaving: that promise would keep an object for every event.
      leaving.addEventListener('abort', wakeReaders, { once: true })
      for (let at = 0; !leaving.aborted;) {
        const pending = joinTexts(events.slice(at))
        at = events.length
        yield* pending
        if (at < events.length) continue
        if (isOver || leaving.aborted) return
        await change.promise
      }
    },
  }
}

/** Gives followers that join late or read slowly the missed text in one event. */
function joinTexts(events: readonly ChatEvent[]): ChatEvent[] {
  const joined: ChatEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (event.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: last.text + event.text }
    else joined.push(event)
  }
  return joined
}
