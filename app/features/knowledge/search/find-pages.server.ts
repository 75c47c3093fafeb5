import { pdfPath } from '#app/features/knowledge/items/pdf-path.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { closestPassages } from './search-passages.server.ts'

const MOST = 5
/** More than `MOST`, because a page has several passages. */
const LOOKED_AT = 20

/** Returns what visitors can open about a topic, best first: paths of this site and URLs from the owner's items. */
export async function findPages(ctx: Ctx, about: string): Promise<{ title: string; path: string }[]> {
  const { passages } = await closestPassages(ctx, { query: about, limit: LOOKED_AT })
  const found = new Map<string, string>()
  for (const { kind, title, address, isPublic, itemId, page } of passages) {
    const path = kind === 'pdf' ? (isPublic ? pdfPath(itemId, page) : null) : address
    if (path !== null && !found.has(path)) found.set(path, title)
  }
  return [...found].slice(0, MOST).map(([path, title]) => ({ title, path }))
}
