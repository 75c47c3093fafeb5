import { assertDefined } from '#app/lib/assert-defined.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { announceContent } from '../announce-content.server.ts'
import type { PageKind } from '../page-kinds.ts'

import { listEntries } from './read-pages.server.ts'
import { keepStarter, lockPages } from './stored-page.server.ts'

type Reorder = { id: string; to: 'up' | 'down'; kind: PageKind | null }

/**
 * Moves a page past its neighbour in the order of menus and lists.
 * @param input.kind if not null, the neighbour is the nearest page of this kind.
 * @throws {AppError} not-found, or invalid for the first and last page.
 */
export async function reorderPage(ctx: Ctx, { id, to, kind }: Reorder): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, async (ctx) => {
    await lockPages(ctx)
    const pages = await listEntries(ctx)
    const at = pages.findIndex((page) => page.id === id)
    const page = pages[at]
    if (!page) throw new AppError('not-found', 'There is no such page. It may have been deleted.')
    const isNeighbour = (other: { kind: PageKind }) => kind === null || other.kind === kind
    const next =
      to === 'up'
        ? pages.slice(0, at).findLastIndex(isNeighbour)
        : at + 1 + pages.slice(at + 1).findIndex(isNeighbour)
    if (next === -1 || next === at) throw new AppError('invalid', `This page cannot move further ${to}.`)
    const neighbour = assertDefined(pages[next], 'its index was found')
    const order = pages.with(at, neighbour).with(next, page)
    // Only the two pages change, unless some pages share a position.
    const positions = pages.map(({ position }) => position).sort((one, other) => one - other)
    const isUnique = new Set(positions).size === positions.length
    for (const [n, each] of order.entries()) {
      const position = isUnique ? (positions[n] ?? n) : n
      if (each.position !== position) await place(ctx, each.id, position)
    }
    await announceContent(ctx)
    await recordChange(ctx, {
      what: 'page.reordered',
      subject: { id, title: page.name, path: `/admin/pages/${id}` },
    })
  })
}

async function place(ctx: Ctx, id: string, position: number): Promise<void> {
  await keepStarter(ctx, id)
  await ctx.db.updateTable('page').set({ position }).where('id', '=', id).execute()
}
