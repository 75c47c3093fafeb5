import type { SiteContent } from '#app/features/content/build-content.server.ts'
import { knownContent } from '#app/features/content/site-content.server.ts'
import { movedPages } from '#app/features/content/starter/moved-pages.ts'
import { rootOfLanguage, type SiteLanguage, splitAddress } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { SharedPages } from '#app/platform/http/shared-pages.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'
import { RESYNC } from '#app/platform/signals/signals.server.ts'

import { askableKeys } from '../contact/asked-for.ts'
import { isShared } from '../languages/local-addresses.ts'

/** Adds the pages of the owner's content to those of the routes. */
export function withContentPages(
  routes: SharedPages,
  {
    content,
    languages,
  }: { content: (language: string | null) => SiteContent | null; languages: KnownLanguages },
): SharedPages {
  const within = <Result>(path: string, ask: (pages: SharedPages, path: string) => Result): Result => {
    const other = splitAddress(path, languages())
    return ask(
      pagesOf(routes, () => content(other?.language ?? null)),
      other?.path ?? path,
    )
  }
  return {
    isShared: (path) => within(path, (pages, own) => pages.isShared(own)),
    hasPage: (path) => within(path, (pages, own) => pages.hasPage(own)),
    queryKeys: (path) => within(path, (pages, own) => pages.queryKeys(own)),
    routeOf: (path) => within(path, (pages, own) => pages.routeOf(own)),
    isWrittenOnly: (path) => within(path, (pages, own) => pages.isWrittenOnly(own)),
  }
}

type KnownLanguages = () => readonly SiteLanguage[]

/** Returns the site's languages as this instance knows them, for callers that cannot wait. */
export async function keepLanguages(ctx: Ctx): Promise<KnownLanguages> {
  let known = (await ctx.site(ctx)).languages
  const renew = () => {
    ctx.site(ctx).then(
      ({ languages }) => (known = languages),
      (error: unknown) => ctx.log.warn({ error }, 'languages.unreachable'),
    )
  }
  for (const topic of [SETTINGS_TOPIC, RESYNC]) ctx.signals.subscribe(topic, renew)
  return () => known
}

function pagesOf(routes: SharedPages, content: () => SiteContent | null): SharedPages {
  const hasPage = (path: string) => content()?.pages.has(path) ?? false
  return {
    isShared: routes.isShared,
    hasPage: (path) => hasPage(path) || routes.hasPage(path),
    queryKeys: (path) =>
      path === '/contact' ? askableKeys(content()?.services ?? []) : routes.queryKeys(path),
    routeOf: (path) => (hasPage(path) ? path : routes.routeOf(path)),
    isWrittenOnly: routes.isWrittenOnly,
  }
}

const moved: ReadonlyMap<string, string> = new Map(Object.entries(movedPages))

/** Returns the current path of a page that had this address. The router cannot: it sees no query of shared pages. */
export function formerPath(ctx: Ctx, path: string, languages: readonly SiteLanguage[]): string | undefined {
  const content = knownContent(ctx)
  const other = splitAddress(path, languages)
  // The admin and files have one address.
  if (other && isShared(other.path)) return other.path
  const [main] = languages
  const root = main && rootOfLanguage(main.tag)
  // Links in mails outlive a language that was removed or hidden.
  const [, bookings] = /^\/[a-z]{2,3}(?:-[a-z\d]+)*(\/booking\/.+)$/.exec(path) ?? []
  if (!other && bookings !== undefined) return bookings
  // Addresses of the main language have no prefix.
  if (root !== undefined && languages.length > 1 && (path === root || path.startsWith(`${root}/`)))
    return content?.pages.has(path) ? undefined : path.slice(root.length) || '/'
  return content?.pages.has(path) ? undefined : (moved.get(path) ?? content?.formerPaths.get(path))
}
