import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { isSessionOpen } from '#app/platform/http/tell-member.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import type { Permission } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'
import { type Watcher, wakesOf } from '#app/platform/signals/watch-topic.server.ts'

const VIEWING_TOPIC = 'viewing'
/** Interval at which each open page announces itself, in milliseconds. */
const SAID_EVERY = 15 * SECOND
/** Without an announcement for this long, the page's process has died. */
const LASTS = 40 * SECOND

type Announcement = {
  page: string
  /** An id per open page. */
  stream: string
  memberId: string
  name: string
  /** When it expires; 0 once the page was left. */
  until: number
  /** A new page knows nobody yet, so all others announce themselves at once. */
  isNew?: boolean
}
type Local = Watcher & { stream: string; say(): void }
type Presence = { said: Map<string, Announcement>; local: Map<string, Set<Local>> }

/** Every instance keeps this in memory, from the announcements of all instances. */
function createPresence(signals: Signals): Presence {
  const presence: Presence = { said: new Map(), local: new Map() }
  signals.subscribe(VIEWING_TOPIC, (payload) => hear(presence, JSON.parse(payload) as Announcement))
  signals.subscribe(RESYNC, () => {
    for (const watchers of presence.local.values()) for (const each of watchers) each.say()
  })
  return presence
}

function hear({ said, local }: Presence, announcement: Announcement): void {
  const { page, stream, until, isNew } = announcement
  if (until === 0) said.delete(stream)
  else said.set(stream, announcement)
  for (const each of local.get(page) ?? []) {
    if (isNew && each.stream !== stream) each.say()
    each.wake()
  }
}

/**
 * Yields the names of other members with the page open, at once and on each change. Meanwhile, others see this member.
 */
export async function* watchViewers(
  ctx: Ctx,
  { page, permission }: { page: string; permission: Permission },
  leaving: AbortSignal,
): AsyncGenerator<string[]> {
  const { memberId, name, email } = requireActor(ctx, permission)
  const presence = ctx.state.of(createPresence)
  const me = { page, stream: newId(), memberId, name: name || email }
  let said = Promise.resolve()
  // Each waits for the one before. Otherwise “is here” could arrive after “has left”.
  const say = (until: number, isNew = false) =>
    (said = said.then(() =>
      ctx.signals
        .publish(ctx, VIEWING_TOPIC, JSON.stringify({ ...me, until, isNew } satisfies Announcement))
        .catch((error: unknown) => ctx.log.warn({ error }, 'viewers.unsaid')),
    ))
  const sayAgain = () => void say(ctx.clock.now() + LASTS)
  const repeating = setInterval(sayAgain, SAID_EVERY)
  let told: string | null = null
  try {
    const wakes = wakesOf(
      (watcher) => enter(presence, page, { ...watcher, stream: me.stream, say: sayAgain }),
      leaving,
    )
    await say(ctx.clock.now() + LASTS, true)
    for await (const _wake of wakes) {
      const names = namesOf(presence, { page, memberId, now: ctx.clock.now() })
      if (JSON.stringify(names) === told) continue
      told = JSON.stringify(names)
      yield names
    }
  } finally {
    clearInterval(repeating)
    await say(0)
  }
}

function enter({ local }: Presence, page: string, watcher: Local): () => void {
  const watchers = local.get(page) ?? new Set()
  local.set(page, watchers.add(watcher))
  return () => {
    watchers.delete(watcher)
    if (watchers.size === 0) local.delete(page)
  }
}

/** Returns each member's name once, sorted, and forgets expired announcements. */
function namesOf(
  { said }: Presence,
  { page, memberId, now }: { page: string; memberId: string; now: number },
): string[] {
  for (const [stream, { until }] of said) if (until <= now) said.delete(stream)
  const others = [...said.values()].filter((each) => each.page === page && each.memberId !== memberId)
  const byMember = new Map(others.map((each) => [each.memberId, each.name]))
  return [...byMember.values()].toSorted((a, b) => a.localeCompare(b, 'en'))
}

type Changed = { type: 'changed' }
type PageEvent = Changed | { type: 'viewers'; names: string[] }

/** The events for an open page of a record: that it changed, and who else has it open. @throws {AppError} not-found. */
export function withViewers(
  ctx: Ctx,
  { kind, id, permission }: { kind: 'lead' | 'conversation'; id: string; permission: Permission },
  changes: (leaving: AbortSignal) => AsyncIterable<Changed>,
): (leaving: AbortSignal) => AsyncIterable<PageEvent> {
  const { sessionId } = requireActor(ctx, permission)
  if (!/^[\w-]{1,64}$/.test(id)) throw new AppError('not-found', 'There is nothing at this address.')
  async function* viewers(leaving: AbortSignal): AsyncGenerator<PageEvent> {
    for await (const names of watchViewers(ctx, { page: `${kind}:${id}`, permission }, leaving)) {
      if (!(await isSessionOpen(ctx, sessionId))) return
      yield { type: 'viewers', names }
    }
  }
  return (leaving) => merged([changes, viewers], leaving)
}

type Source = (leaving: AbortSignal) => AsyncIterable<PageEvent>

/** Yields the events of all sources as they arrive, until one ends. The others are then ended too. */
async function* merged(sources: readonly Source[], leaving: AbortSignal): AsyncGenerator<PageEvent> {
  const ending = new AbortController()
  const waiting: PageEvent[] = []
  let news = Promise.withResolvers<void>()
  const over = AbortSignal.any([leaving, ending.signal])
  const reading = sources.map(async (source) => {
    try {
      for await (const event of source(over)) {
        waiting.push(event)
        news.resolve()
      }
    } finally {
      ending.abort()
      news.resolve()
    }
  })
  const whole = Promise.all(reading)
  // Awaited below; until then, a failure must not count as an unhandled rejection.
  whole.catch(() => undefined)
  try {
    while (!over.aborted || waiting.length > 0) {
      await news.promise
      news = Promise.withResolvers()
      yield* waiting.splice(0)
      if (over.aborted) break
    }
  } finally {
    ending.abort()
    await whole
  }
}
