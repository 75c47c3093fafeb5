/** For each key, whether a value is one of those there are, in its one spelling. */
export type QueryKeys = Readonly<Record<string, (value: string) => boolean>>

/** What a route says of its pages in `export const handle`. */
export type PageHandle = {
  /** The page runs the router in the browser: only the admin's do. */
  app?: boolean
  /** Never shared between visitors. All other pages that are no app are served from the page cache. */
  unshared?: boolean
  /** A route without a page (a sitemap, a feed) whose answer all visitors share all the same. */
  shared?: boolean
  /**
   * Query keys the page depends on, and which values of them there are; all other keys are ignored, in the cache and in
   * the rendering. A value that there is not is rendered as an empty one, which the cache keeps, whatever its status.
   */
  queryKeys?: QueryKeys
}

/** Route handles are untyped in the router; ours all have this shape. */
export function pageHandleOf(handle: unknown): PageHandle {
  return handle ?? {}
}
