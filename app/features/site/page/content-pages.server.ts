import type { SiteContent } from '#app/features/content/build-content.server.ts'
import { knownContent } from '#app/features/content/site-content.server.ts'
import { movedPages } from '#app/features/content/starter/moved-pages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { SharedPages } from '#app/platform/http/shared-pages.ts'

import { askableKeys } from '../contact/asked-for.ts'

/** Adds the pages of the owner's content to those of the routes. */
export function withContentPages(routes: SharedPages, content: () => SiteContent | null): SharedPages {
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
export function formerPath(ctx: Ctx, path: string): string | undefined {
  const content = knownContent(ctx)
  return content?.pages.has(path) ? undefined : (moved.get(path) ?? content?.formerPaths.get(path))
}
