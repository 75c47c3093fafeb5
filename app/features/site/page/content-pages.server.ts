import type { SiteContent } from '#app/features/content/build-content.server.ts'
import type { SharedPages } from '#app/platform/http/shared-pages.ts'

import { askableKeys } from '../contact/asked-for.ts'

/** What the routes say of their pages, and beside it which pages the owner's content has. */
export function withContentPages(routes: SharedPages, content: () => SiteContent | null): SharedPages {
  const hasPage = (path: string) => content()?.pages.has(path) ?? false
  return {
    isShared: routes.isShared,
    hasPage: (path) => hasPage(path) || routes.hasPage(path),
    queryKeys: (path) =>
      path === '/contact' ? askableKeys(content()?.services ?? []) : routes.queryKeys(path),
    routeOf: (path) => (hasPage(path) ? path : routes.routeOf(path)),
  }
}
