import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { FetchOutcome, GuardedFetchOptions } from '#app/platform/http/guarded-fetch.server.ts'

import { mostUsedColours } from './most-used-colours.ts'
import type { Proposal } from './proposal.ts'
import { type FeedEntry, readSiteFeedTask, type SitePage } from './site-page.ts'

const MOST_FEEDS = 2
const MOST_STYLES = 3
const MAX_LOGO = 512 * 1024

/** Fetches a file if the site's robots.txt allows it; null if not, or on failure. */
export type FetchFile = (
  url: string,
  kind: NonNullable<GuardedFetchOptions['kind']>,
) => Promise<(FetchOutcome & { ok: true }) | null>

export async function readFeeds(ctx: Ctx, first: SitePage, fetchFile: FetchFile): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = []
  for (const address of first.feeds.slice(0, MOST_FEEDS)) {
    const feed = await fetchFile(address, 'feed')
    if (!feed) continue
    const { bytes, contentType, url } = feed
    try {
      entries.push(...(await ctx.pool.run(readSiteFeedTask, { bytes, contentType, url })))
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') throw error
      ctx.log.warn({ error, url }, 'import_site.feed_unreadable')
    }
  }
  const byAddress = new Map(entries.map((entry) => [entry.page.url, entry]))
  return [...byAddress.values()]
}

export async function readLook(
  first: SitePage,
  fetchFile: FetchFile,
): Promise<{ colours: Proposal['colours']; logoFile: Proposal['logoFile'] }> {
  const colours = first.colours.map((text) => ({ text, url: first.url }))
  for (const address of first.styles.slice(0, MOST_STYLES)) {
    const sheet = await fetchFile(address, 'style')
    if (!sheet) continue
    const found = mostUsedColours(new TextDecoder().decode(sheet.bytes))
    colours.push(...found.map((text) => ({ text, url: sheet.url })))
  }
  const logo = first.logo === null ? null : await fetchFile(first.logo, 'image')
  const isKept = logo && logo.bytes.byteLength <= MAX_LOGO
  const name = (logo && new URL(logo.url).pathname.split('/').at(-1)) || 'logo'
  return {
    colours: [...new Map(colours.map((colour) => [colour.text.toLowerCase(), colour])).values()].slice(0, 6),
    logoFile: isKept ? { name: name.slice(0, 100), bytes: Buffer.from(logo.bytes).toString('base64') } : null,
  }
}
