import { ownNameOf } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { readComparison, versionId } from '../languages/page-versions.server.ts'
import { nameOfPlace } from '../pages/document-texts.server.ts'
import type { EditedPage } from '../pages/stored-page.server.ts'

export type PageLanguages = {
  id: string
  /** Id of the page in the main language. */
  sourceId: string
  language: string
  /** All languages of the site; `id` is null for a language in which the page is missing. */
  versions: readonly { tag: string; name: string; id: string | null }[]
  /** The main language's texts beside those of a version; empty for the main language. */
  texts: readonly { place: string; name: string; source: string; before: string | null; isOld: boolean }[]
}

/** Returns what the editor shows of a page's languages; null for a site with one. */
export async function readLanguages(ctx: Ctx, page: EditedPage): Promise<PageLanguages | null> {
  const { mainLanguage, languages } = await ctx.site(ctx)
  if (languages.length < 2) return null
  const sourceId = page.sourceId ?? page.id
  const [comparison, rows] = await Promise.all([
    readComparison(ctx, page.id),
    ctx.db
      .selectFrom('page')
      .select('id')
      .where('source_id', '=', sourceId)
      .where('deleted_at', 'is', null)
      .execute(),
  ])
  const known = new Set(rows.map(({ id }) => id))
  const versions = languages.map(({ tag }) => {
    const id = tag === mainLanguage ? sourceId : versionId(sourceId, tag)
    return { tag, name: ownNameOf(tag), id: tag === mainLanguage || known.has(id) ? id : null }
  })
  const texts = comparison
    ? comparison.texts.map(({ place, source, before, isOld }) => ({
        place,
        name: nameOfPlace(page.draft, place),
        source,
        before,
        isOld,
      }))
    : []
  return { id: page.id, sourceId, language: page.language ?? mainLanguage, versions, texts }
}
