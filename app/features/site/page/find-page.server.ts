import { redirect } from 'react-router'

import type { ContentPage } from '#app/features/content/build-content.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Returns the page at an address; null if there is none. @throws {Response} that redirects from a former path. */
export async function findPage(ctx: Ctx, url: URL): Promise<ContentPage | null> {
  const { pathname, search } = url
  const { pages, formerPaths } = await readContent(ctx)
  const page = pages.get(pathname)
  const moved = formerPaths.get(pathname)
  if (!page && moved !== undefined) throw redirect(`${moved}${search}`, 301)
  return page ?? null
}
