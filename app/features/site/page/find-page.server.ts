import { redirect } from 'react-router'

import { findFormerPost } from '#app/features/blog/find-published-post.server.ts'
import type { ContentPage } from '#app/features/content/build-content.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Returns the page at an address; null if there is none. @throws {Response} that redirects from a former path, also of posts. */
export async function findPage(ctx: Ctx, url: URL): Promise<ContentPage | null> {
  const { pathname, search } = url
  const { pages, formerPaths } = await readContent(ctx)
  const page = pages.get(pathname)
  const moved = formerPaths.get(pathname)
  if (!page && moved !== undefined) throw redirect(`${moved}${search}`, 301)
  if (page) return page
  const post = await findFormerPost(ctx, pathname)
  if (post !== null) throw redirect(post, 301)
  return null
}
