import { factsOf, ownFacts } from '#app/features/content/facts/own-facts.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { promisedBy, readPromise } from '#app/lib/reply-promise.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { actorMay, requireActor } from '#app/platform/require-actor.ts'

import { findNeeds, MOST_OF_A_KIND } from './find-needs.server.ts'
import { type Need, type NeedKind, needKinds } from './needs.ts'

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
  const needs = found.flatMap((ofKind, at) => {
    const kind = kinds[at]
    if (!kind) return []
    return ofKind.map(({ isPromised, due: day = null, ...need }): Need => {
      const due = isPromised && promise ? promisedBy(promise, { hours, timeZone, at: need.at }) : day
      return { ...need, kind, due }
    })
  })
  const shown = mine ? needs.filter(({ assigneeId }) => assigneeId === actor.memberId) : needs
  return {
    needs: inOrder(shown, ctx.clock.now()),
    hasMore: found.some((ofKind) => ofKind.length === MOST_OF_A_KIND),
    hasPromise: promise !== null,
  }
}

export async function findPromise(ctx: Ctx) {
  const { replyWithin } = factsOf(await ownFacts.read(ctx))
  return readPromise(assertDefined(replyWithin, 'the starter has this fact'))
}

/**
 * Orders waiting chats first, longest wait first; then items due, soonest first; then overdue items, least overdue
 * first; then the rest, newest first.
 */
function inOrder(needs: readonly Need[], now: number): Need[] {
  const rank = ({ kind, due }: Need) => (kind === 'chat' ? 0 : due === null ? 3 : due > now ? 1 : 2)
  return needs.toSorted((a, b) => {
    const byRank = rank(a) - rank(b)
    if (byRank !== 0) return byRank
    if (rank(a) === 0) return a.at - b.at
    if (a.due !== null && b.due !== null) return rank(a) === 1 ? a.due - b.due : b.due - a.due
    return b.at - a.at
  })
}
