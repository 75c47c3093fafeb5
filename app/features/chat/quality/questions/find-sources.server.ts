import type { Ctx } from '#app/platform/context.server.ts'

/** Finds a page by its path, or a knowledge item by its title or URL. */
export async function findSource(ctx: Ctx, line: string): Promise<string | null> {
  const items = ctx.db.selectFrom('knowledge_item').select(['id', 'kind', 'source', 'title', 'address'])
  const found = await items
    .where(({ or, eb }) =>
      or([eb('id', '=', line), eb('title', '=', line), eb('source', '=', line), eb('address', '=', line)]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(20)
    .execute()
  const best = found.find(({ title }) => title !== line) ?? found[0]
  return best ? sourceOf(best) : null
}

type Item = { id: string; kind: string; source: string | null }

/** A page is identified by its path, because publishing it again creates another item. */
export function sourceOf({ id, kind, source }: Item): string {
  return kind === 'site' && source !== null ? source : id
}

export type NamedSource = { source: string; title: string; isGone: boolean }

/** Returns the titles of items and the paths of pages; deleted ones are marked as gone. */
export async function nameSources(
  ctx: Ctx,
  sources: readonly string[],
): Promise<ReadonlyMap<string, NamedSource>> {
  const wanted = [...new Set(sources)]
  const found =
    wanted.length === 0
      ? []
      : await ctx.db
          .selectFrom('knowledge_item')
          .select(['id', 'kind', 'source', 'title'])
          .where(({ or, eb }) =>
            or([eb('id', 'in', wanted), eb('source', 'in', wanted).and('kind', '=', 'site')]),
          )
          .execute()
  const titles = new Map(found.map((item) => [sourceOf(item), item.kind === 'site' ? null : item.title]))
  return new Map(
    wanted.map((source) => [
      source,
      {
        source,
        title: titles.get(source) ?? (source.startsWith('/') ? source : 'an item that was deleted'),
        isGone: !titles.has(source),
      },
    ]),
  )
}
