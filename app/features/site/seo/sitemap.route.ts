import { setImmediate as othersFirst } from 'node:timers/promises'

import { builtAt } from '#app/platform/built-at.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'

import type { Route } from './+types/sitemap.route.ts'
import { readAlternates } from '../languages/page-languages.server.ts'

import { listPublicPages } from './public-pages.server.ts'
import { sharedDocument } from './shared-document.server.ts'
import { sitemapOf, type SitemapPage } from './sitemap.ts'

export const handle: PageHandle = { shared: true }

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [{ languages }, findAlternates] = await Promise.all([ctx.site(ctx), readAlternates(ctx)])
    const lists: SitemapPage[][] = []
    for (const { tag, isHidden } of languages)
      if (!isHidden) lists.push(await listEntries({ ...ctx, language: tag }, findAlternates))
    return sharedDocument(sitemapOf(lists.flat()), 'application/xml; charset=utf-8')
  })
}

type FindAlternates = Awaited<ReturnType<typeof readAlternates>>

/** Returns the pages of one language, with the addresses of their versions in the others. */
async function listEntries(ctx: Ctx, findAlternates: FindAlternates): Promise<SitemapPage[]> {
  const [pages, { publicUrl, language }] = await Promise.all([listPublicPages(ctx), ctx.site(ctx)])
  const { origin } = new URL(publicUrl)
  await othersFirst()
  return pages.map(({ path, changedAt }) => ({
    address: path === '/' && publicUrl !== origin ? publicUrl : `${publicUrl}${path}`,
    // Pages as delivered have the time of the build, which says nothing about their texts.
    changedAt: changedAt === builtAt ? null : changedAt,
    alternates: findAlternates(path, language).map(({ tag, address }) => ({
      tag,
      address: `${origin}${address}`,
    })),
  }))
}
