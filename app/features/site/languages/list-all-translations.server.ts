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
  const [found, posts] = await Promise.all([listTranslations(ctx, asked), countSources(ctx)])
  const total = found.total + posts
  const { page, pages, offset } = pageOf(total, VERSIONS_PER_PAGE, asked)
  // For a page after those with pages, the last of them was found.
  const ofPages = offset < found.total ? found.listed : []
  const ofPosts = await listPostTranslations(ctx, {
    offset: Math.max(0, offset - found.total),
    limit: VERSIONS_PER_PAGE - ofPages.length,
  })
  const listed: TranslatedRow[] = [
    ...ofPages.map((row) => ({ ...row, kind: 'page' as const, isAutomatic: true })),
    ...ofPosts.map(({ isDraft, ...row }) => ({ ...row, kind: 'post' as const, isAutomatic: !isDraft })),
  ]
  return { others: found.others, total, page, pages, listed }
}
