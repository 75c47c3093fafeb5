import {
  countSources,
  listPostTranslations,
} from '#app/features/blog/languages/list-post-translations.server.ts'
import { listTranslations, VERSIONS_PER_PAGE } from '#app/features/content/languages/page-versions.server.ts'
import type { TranslatedPage } from '#app/features/translation/version-state.ts'
import { pageOf } from '#app/lib/paging.ts'
import type { Ctx } from '#app/platform/context.server.ts'

export type TranslatedRow = TranslatedPage & {
  kind: 'page' | 'post'
  /** Whether 'Translate missing' includes it; drafts of posts are translated in their editor. */
  isAutomatic: boolean
}

/** Returns a page of the table: the pages in their order, then the posts, the newest first. */
export async function listAllTranslations(ctx: Ctx, asked: number) {
  const [first, posts] = await Promise.all([listTranslations(ctx, 1), countSources(ctx)])
  const total = first.total + posts
  const { page, pages, offset } = pageOf(total, VERSIONS_PER_PAGE, asked)
  const hasPages = offset < first.total
  const found = hasPages && page > 1 ? await listTranslations(ctx, page) : first
  const ofPages = hasPages ? found.listed : []
  const ofPosts = await listPostTranslations(ctx, {
    offset: Math.max(0, offset - first.total),
    limit: VERSIONS_PER_PAGE - ofPages.length,
  })
  const listed: TranslatedRow[] = [
    ...ofPages.map((row) => ({ ...row, kind: 'page' as const, isAutomatic: true })),
    ...ofPosts.map(({ isDraft, ...row }) => ({ ...row, kind: 'post' as const, isAutomatic: !isDraft })),
  ]
  return { others: first.others, total, page, pages, listed }
}
