import { defineTask } from '#app/platform/pool/task.ts'

/** The part of a page below one heading, in the page's own words. `piecesOf` splits its parts, which may have marks. */
export type SiteSection = {
  heading: string
  parts: (
    | { kind: 'paragraph'; text: string }
    | { kind: 'list'; items: string[]; isNumbered: boolean }
    | { kind: 'row'; cells: string[] }
  )[]
}

/** A page of another site as it was read. Its texts are those of the page, except for white space. */
export type SitePage = {
  /** The canonical address if the page names one on its own host, otherwise the one that was read. */
  url: string
  /** What its elements `meta` say to robots. */
  robots: string
  /** The first heading, or the document's title. */
  title: string
  metaTitle: string
  description: string
  siteName: string
  sections: SiteSection[]
  /** The whole text as Markdown with absolute addresses; empty where only facts are read. */
  body: string
  author: string
  /** As written; empty if it says none. */
  date: string
  questions: { question: string; answer: string }[]
  /** Links to pages of the same site, in order; `isMenu` tells whether they are in its menu. */
  links: { url: string; text: string; isMenu: boolean }[]
  phones: string[]
  emails: string[]
  addresses: string[]
  prices: string[]
  colours: string[]
  logo: string | null
  /** Addresses of its feeds and style sheets, on the same host. */
  feeds: string[]
  styles: string[]
  hasForm: boolean
  /** Whether it is little more than a form that asks for a password. */
  isSignIn: boolean
  isArticle: boolean
  /** The declared language, as a code of the languages for posts. Empty if it declares none or another. */
  language: string
  /** All text of the page without white space. Only text that it contains is proposed. */
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

/** A feed's entry as a page; `isWhole` is false if the feed only has a summary. */
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

/** Removes white space and invisible characters, so that line breaks and markup between words do not matter. */
export function squeezed(text: string): string {
  return text.normalize('NFC').replaceAll(/[\s\u200B\u2060\uFEFF\u00AD]+/g, '')
}
