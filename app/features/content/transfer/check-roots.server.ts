import { z } from 'zod'

import { rootOfLanguage } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { ArchivedPage, Blame, ImportedSetting } from './archive-format.ts'
import type { ArchivedLanguages } from './language-files.ts'

const listed = z.array(z.object({ tag: z.string() }))
const single = z.object({ tag: z.string() })

type Archived = {
  pages: readonly ArchivedPage[]
  languages: ArchivedLanguages | null
  settings: readonly ImportedSetting[]
}

/** Reports pages of the main language whose address belongs to another language, or to a version that stays. */
export async function requireFreeRoots(
  ctx: Ctx,
  { pages, languages, settings }: Archived,
  blame: Blame,
): Promise<void> {
  const imported = (file: string) => settings.find(({ setting }) => setting.file === file)?.value
  const site = await ctx.site(ctx)
  const others = listed.safeParse(imported('languages')).data ?? site.languages.slice(1)
  const main = single.safeParse(imported('language')).data?.tag ?? site.mainLanguage
  const roots = [main, ...others.map(({ tag }) => tag)].map(rootOfLanguage)
  const stay = languages
    ? []
    : await ctx.db.selectFrom('page').select('path').where('language', 'is not', null).execute()
  const taken = new Set(stay.map(({ path }) => path))
  for (const { id, path } of pages) {
    const root = others.length > 0 && roots.find((each) => path === each || path.startsWith(`${each}/`))
    if (root) blame(`pages/${id}.json`, 'path', `Addresses that begin with ${root} belong to a language.`)
    else if (taken.has(path))
      blame(`pages/${id}.json`, 'path', 'A version in another language has this address.')
  }
}
