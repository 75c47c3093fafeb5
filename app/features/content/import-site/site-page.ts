import { defineTask } from '#app/platform/pool/task.ts'

/** A stretch of a page below one heading, in the page's own words. */
export type SiteSection = {
  heading: string
  parts: ({ kind: 'paragraph'; text: string } | { kind: 'list'; items: string[]; isNumbered: boolean })[]
}

/** What was read of a page of another site. Everything stands there as it is here, but for white space. */
export type SitePage = {
  url: string
  /** The first heading, or the title in the browser's tab. */
  title: string
  metaTitle: string
  description: string
  siteName: string
  sections: SiteSection[]
  questions: { question: string; answer: string }[]
  /** To pages of the same site, in their order, and whether they stand in its menu. */
  links: { url: string; text: string; isMenu: boolean }[]
  phones: string[]
  emails: string[]
  addresses: string[]
  prices: string[]
  colours: string[]
  logo: string | null
  /** Addresses of its feeds and of its style sheets, on the same host. */
  feeds: string[]
  styles: string[]
  hasForm: boolean
  isArticle: boolean
  /** The language that the page declares, as a code of the list for posts. Empty if it declares none or another. */
  language: string
  /** Everything that the page says, without white space: what is proposed must stand in it. */
  whole: string
}

export const readSitePageTask = defineTask<{ bytes: Uint8Array; contentType: string; url: string }, SitePage>(
  {
    name: 'read-site-page',
    lane: 'long',
    maxCpu: 10_000,
    maxMemory: 600,
    maxInput: 3_000_000,
    maxOutput: 5_000_000,
    maxWaiting: 20,
  },
)

type FeedInput = { bytes: Uint8Array; contentType: string; url: string }

/** An entry of a feed as a page; one that only sums up what its page says is not `isWhole`. */
export type FeedEntry = { page: SitePage; isWhole: boolean }

export const readSiteFeedTask = defineTask<FeedInput, FeedEntry[]>({
  name: 'read-site-feed',
  lane: 'long',
  maxCpu: 10_000,
  maxMemory: 600,
  maxInput: 3_000_000,
  maxOutput: 8_000_000,
  maxWaiting: 20,
})

/** A text without white space and invisible characters, so that line breaks and markup between words make no difference. */
export function squeezed(text: string): string {
  return text.normalize('NFC').replaceAll(/[\s\u200B\u2060\uFEFF\u00AD]+/g, '')
}
