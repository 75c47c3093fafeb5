import { redirect } from 'react-router'

import { findFormerPost } from '#app/features/blog/find-published-post.server.ts'
import type { ContentPage } from '#app/features/content/build-content.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { readPageLanguages } from '../languages/page-languages.server.ts'

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
  const elsewhere = await findInMainLanguage(ctx, pathname)
  if (elsewhere !== null) throw redirect(`${elsewhere}${search}`)
  return null
}

/** Returns where a page of the main language is that this language has at another address or not at all; else null. */
async function findInMainLanguage(ctx: Ctx, pathname: string): Promise<string | null> {
  if (ctx.language === null) return null
  const { links } = assertDefined(
    await readPageLanguages(ctx, pathname),
    'a site with prefixes has languages',
  )
  const version = links.versionOf(pathname)
  if (version !== null) return version
  const main = { ...ctx, language: null }
  const [{ pages }, { publicUrl }] = await Promise.all([readContent(main), ctx.site(main)])
  return pages.has(pathname) ? `${publicUrl}${pathname}` : null
}
