import { rootOfLanguage } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { faultOfPath } from '../pages/page-path.ts'
import { starterPages } from '../starter/starter-pages.ts'

/** Where a page of the main language and its version in the next one will be. */
export type PlannedPage = {
  id: string
  name: string
  /** Its address now, and that of its version; null without one. */
  path: string
  version: { id: string; path: string; isPublic: boolean } | null
  isPublic: boolean
  /** Its address in the next main language. */
  nextPath: string
  /** The address of what is now in the main language. */
  formerPath: string
}

export type ExchangePlan = {
  from: string
  to: string
  pages: PlannedPage[]
  /** Why it is not possible, in sentences. */
  faults: string[]
}

const fixed: Readonly<Record<string, string>> = { home: '/', contact: '/contact' }

/** Returns where every page will be once another language is the main one. The caller has checked the actor. */
export async function planExchange(ctx: Ctx, to: string): Promise<ExchangePlan> {
  const { mainLanguage: from, languages } = await ctx.site(ctx)
  const rows = await ctx.db
    .selectFrom('page')
    .select(['id', 'name', 'path', 'language', 'source_id', 'deleted_at'])
    .select(({ eb }) => eb('published', 'is not', null).as('isPublic'))
    .where((where) => where.or([where('language', 'is', null), where('language', '=', to)]))
    .execute()
  const edited = new Set(rows.map(({ id }) => id))
  const untouched = starterPages
    .filter(({ id }) => !edited.has(id))
    .map(({ id, path, document }) => ({ id, path, name: document.name, isPublic: true }))
  const mains = rows.filter(({ language, deleted_at }) => language === null && deleted_at === null)
  const versions = new Map(
    rows
      .filter(({ language, deleted_at, path }) => language !== null && deleted_at === null && path !== null)
      .map((row) => [row.source_id, row]),
  )
  const faults: string[] = []
  const taken = new Set<string>(Object.values(fixed))
  const pages = [...mains, ...untouched].map((main): PlannedPage => {
    const version = versions.get(main.id)
    const path = String(main.path)
    const own = version?.path?.slice(rootOfLanguage(to).length) || '/'
    return {
      id: main.id,
      name: main.name,
      path,
      version: version
        ? { id: version.id, path: String(version.path), isPublic: Boolean(version.isPublic) }
        : null,
      isPublic: Boolean(main.isPublic),
      nextPath: fixed[main.id] ?? (version ? own : path),
      formerPath: `${rootOfLanguage(from)}${path === '/' ? '' : path}`,
    }
  })
  for (const page of pages) {
    const fault = page.version && !fixed[page.id] ? faultOf(page, taken, languages) : null
    if (fault !== null) faults.push(`${page.name}: ${fault}`)
    if (page.version) taken.add(page.nextPath)
    if (fixed[page.id] && !page.version?.isPublic)
      faults.push(`${page.name}: This page must be published in the next main language first.`)
  }
  // A page without a version keeps its address as a draft, if no other page has it then.
  for (const page of pages) {
    if (page.version || fixed[page.id]) continue
    for (let n = 2; taken.has(page.nextPath); n += 1) page.nextPath = `${page.path}-${n}`
    taken.add(page.nextPath)
  }
  return { from, to, pages, faults }
}

function faultOf(
  { nextPath }: PlannedPage,
  taken: ReadonlySet<string>,
  languages: readonly { tag: string }[],
): string | null {
  if (taken.has(nextPath)) return `Two pages would have the address ${nextPath}. Please move one first.`
  const root = languages
    .map(({ tag }) => rootOfLanguage(tag))
    .find((each) => nextPath === each || nextPath.startsWith(`${each}/`))
  if (root !== undefined) return `It would have an address that begins with ${root}. Please move it first.`
  return faultOfPath(nextPath)
}
