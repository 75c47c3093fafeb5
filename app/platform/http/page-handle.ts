export type QueryKeys = Readonly<Record<string, (value: string) => boolean>>

export type PageHandle = {
  app?: boolean
  /** Of an app page: it is in the language of its context and loads no script. */
  still?: boolean
  /** Never shared between visitors. All other public pages are cached. */
  unshared?: boolean
  /** For responses that are no page but shared by all visitors, such as a sitemap. */
  shared?: boolean
  /** Query keys that the page depends on. Other keys are ignored; an unknown value is rendered as an empty one. */
  queryKeys?: QueryKeys
}

export function pageHandleOf(handle: unknown): PageHandle {
  return handle ?? {}
}
