import type { ChatEvent } from '#app/features/chat/chat-events.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Signals } from '#app/platform/signals/signals.server.ts'

/**
 * A visitor who turns a page leaves and comes back: the reply waits so long for a follower before it is stopped. The
 * upstream call then ends within a second of a closed tab.
 */
const GRACE = 0.8 * SECOND
/** Followers on another instance make themselves known this often, and are believed for twice as long. */
export const FOLLOW_EVERY = SECOND / 2

/** Tells every instance that a reply is still followed; the payload is its id. */
export const FOLLOW_TOPIC = 'chat-follow'
/** Tells every instance that a reply is to stop; the payload is its id and why. */
const STOP_TOPIC = 'chat-stop'

/** A reply may be told to stop between its record's commit and its first step; so long that is remembered. */
const STOP_REMEMBERED = 5 * SECOND

/** The visitor's Stop, the owner who takes over, or a process that ends. */
export type StopReason = 'visitor' | 'owner' | 'draining'

/** One reply that this process makes, and those who follow it. */
export type InFlightReply = {
  readonly replyId: string
  /** Aborts with a `StopReason`. */
  readonly signal: AbortSignal
  say(event: ChatEvent): void
  /** Says the last event; from then on the reply is of the past. */
  end(event: ChatEvent): void
  stop(reason: StopReason): void
  /** Every event from the first on, until the last or until the follower leaves. */
  follow(leaving: AbortSignal): AsyncGenerator<ChatEvent>
  readonly ended: Promise<void>
}

type Registry = {
  replies: Map<string, InFlightReply & { wait(milliseconds: number): void }>
  /** Replies told to stop of which this process knows nothing, or nothing yet. */
  stopped: Map<string, StopReason>
}

function createRegistry(signals: Signals): Registry {
  const registry: Registry = { replies: new Map(), stopped: new Map() }
  signals.subscribe(FOLLOW_TOPIC, (id) => registry.replies.get(id)?.wait(2 * FOLLOW_EVERY))
  signals.subscribe(STOP_TOPIC, (payload) => {
    const [id = '', by] = payload.split(' ')
    const reason = by === 'owner' ? 'owner' : 'visitor'
    const reply = registry.replies.get(id)
    if (reply) return reply.stop(reason)
    registry.stopped.set(id, reason)
    setTimeout(() => registry.stopped.delete(id), STOP_REMEMBERED).unref()
  })
  return registry
}

/** Ends a reply on whichever instance it is made. */
export async function stopInFlight(ctx: Ctx, replyId: string, reason: 'visitor' | 'owner'): Promise<void> {
  await ctx.signals.publish(ctx, STOP_TOPIC, `${replyId} ${reason}`)
}

export function findInFlight(ctx: Pick<Ctx, 'state'>, replyId: string): InFlightReply | null {
  return ctx.state.of(createRegistry).replies.get(replyId) ?? null
}

/** Replies that this process makes. */
export function countInFlight(ctx: Pick<Ctx, 'state'>): number {
  return ctx.state.of(createRegistry).replies.size
}

/**
 * Lets replies end by themselves for so many milliseconds, then stops the rest, those begun meanwhile among them: who is
 * sent here while proxies learn of the shutdown is answered too. Each follower hears the end.
 */
export function drainReplies(ctx: Pick<Ctx, 'state'>, milliseconds: number): void {
  const { replies } = ctx.state.of(createRegistry)
  setTimeout(() => {
    for (const reply of replies.values()) reply.stop('draining')
  }, milliseconds).unref()
}

export function beginInFlight(ctx: Pick<Ctx, 'state'>, replyId: string): InFlightReply {
  const { replies, stopped } = ctx.state.of(createRegistry)
  const events: ChatEvent[] = []
  const abort = new AbortController()
  const ended = Promise.withResolvers<void>()
  let change = Promise.withResolvers<void>()
  let isOver = false
  let followers = 0
  let grace: NodeJS.Timeout | undefined

  const say = (event: ChatEvent) => {
    events.push(event)
    change.resolve()
    change = Promise.withResolvers<void>()
  }
  const wait = (milliseconds: number) => {
    clearTimeout(grace)
    if (followers === 0 && !isOver) grace = setTimeout(() => abort.abort('visitor'), milliseconds)
  }
  const reply = {
    replyId,
    signal: abort.signal,
    ended: ended.promise,
    say,
    wait,
    end(event: ChatEvent) {
      isOver = true
      clearTimeout(grace)
      replies.delete(replyId)
      say(event)
      ended.resolve()
    },
    stop: (reason: StopReason) => abort.abort(reason),
    async *follow(leaving: AbortSignal): AsyncGenerator<ChatEvent> {
      followers += 1
      clearTimeout(grace)
      const left = new Promise<void>((resolve) => {
        leaving.addEventListener('abort', () => resolve(), { once: true })
      })
      try {
        for (let at = 0; !leaving.aborted;) {
          const pending = joinTexts(events.slice(at))
          at = events.length
          yield* pending
          if (at < events.length) continue
          if (isOver) return
          await Promise.race([change.promise, left])
        }
      } finally {
        followers -= 1
        wait(GRACE)
      }
    },
  }
  replies.set(replyId, reply)
  const stoppedBy = stopped.get(replyId)
  if (stoppedBy) reply.stop(stoppedBy)
  // Nobody may ever follow it: its visitor may be gone before the answer begins.
  wait(GRACE)
  return reply
}

/** Those who join late, or read slowly, are sent what they missed in one piece. */
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
