import { factsOf, ownFacts } from '#app/features/content/facts/own-facts.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { promisedBy, readPromise } from '#app/lib/reply-promise.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { actorMay, requireActor } from '#app/platform/require-actor.ts'

import { findNeeds, MOST_OF_A_KIND } from './find-needs.server.ts'
import { type Need, type NeedGroup, needGroups, type NeedKind, needKinds } from './needs.ts'

export type Today = {
  needs: Need[]
  /** True if a kind has more items than are listed (500). */
  hasMore: boolean
  /** Whether the site states within what time visitors get a reply. */
  hasPromise: boolean
}

/** Returns the items that need someone and that the member may read, most urgent first. */
export async function listToday(ctx: Ctx, { mine = false }: { mine?: boolean } = {}): Promise<Today> {
  const actor = requireActor(ctx, 'account.read')
  const kinds = (Object.keys(needKinds) as NeedKind[]).filter((kind) => actorMay(actor, needKinds[kind].read))
  const [found, promise, { businessHours: hours, timeZone }] = await Promise.all([
    Promise.all(kinds.map((kind) => findNeeds[kind](ctx))),
    findPromise(ctx),
    ctx.site(ctx),
  ])
  const now = ctx.clock.now()
  const needs = found.flatMap((ofKind, at) => {
    const kind = kinds[at]
    if (!kind) return []
    return ofKind.map(({ isPromised, due: day = null, ...need }): Need => {
      const due = isPromised && promise ? promisedBy(promise, { hours, timeZone, at: need.at }) : day
      return { ...need, kind, due, group: groupOf({ kind, due }, { now, timeZone }) }
    })
  })
  const shown = mine ? needs.filter(({ assigneeId }) => assigneeId === actor.memberId) : needs
  return {
    needs: inOrder(shown),
    hasMore: found.some((ofKind) => ofKind.length === MOST_OF_A_KIND),
    hasPromise: promise !== null,
  }
}

export async function findPromise(ctx: Ctx) {
  const { replyWithin } = factsOf(await ownFacts.read(ctx))
  return readPromise(assertDefined(replyWithin, 'the starter has this fact'))
}

function groupOf(
  { kind, due }: Pick<Need, 'kind' | 'due'>,
  { now, timeZone }: { now: number; timeZone: string },
): NeedGroup {
  if (kind === 'chat') return 'now'
  if (due === null) return 'waiting'
  if (due <= now) return 'overdue'
  // What is due on a day is due at its end.
  return dayOf(due - 1, timeZone) === dayOf(now, timeZone) ? 'today' : 'later'
}

/** Orders chats by the longest wait, what is due by the soonest, what is overdue by the latest, and the rest by the newest. */
function inOrder(needs: readonly Need[]): Need[] {
  const groups = Object.keys(needGroups)
  return needs.toSorted((a, b) => {
    if (a.group !== b.group) return groups.indexOf(a.group) - groups.indexOf(b.group)
    if (a.group === 'now') return a.at - b.at
    if (a.due !== null && b.due !== null) return a.group === 'overdue' ? b.due - a.due : a.due - b.due
    return b.at - a.at
  })
}
