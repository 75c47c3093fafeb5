import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { readBlogVersion } from '#app/features/blog/kept/kept-posts.server.ts'
import { eachPostText } from '#app/features/blog/list-post-pages.server.ts'
import { type SiteDocument, syncSiteItems } from '#app/features/knowledge/items/sync-site-items.server.ts'
import { readOwnPages } from '#app/features/knowledge/reading/read-in-pool.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { SECOND } from '#app/platform/clock.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { runAfterChanges } from '#app/platform/signals/run-after-changes.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { readPublicSite } from '../layout/public-site.server.ts'
import { listSitePages } from '../seo/public-pages.server.ts'

/** Lets a starting instance serve its first pages, and combines changes that follow each other quickly. */
const WAIT = SECOND

/** Renders a public page of this site by its path; null if there is none. */
export type RenderPage = (path: string) => Promise<string | null>

/** Hash of a page when it was last read, and what it was rendered from; null for posts. */
type KnownPage = { hash: string; of: readonly unknown[] | null }
type Known = { pages: ReadonlyMap<string, KnownPage>; blog: number | null }

type Page = { path: string; title: string; html: string }

/** Keeps the assistant's knowledge of the site up to date, from the start on and when pages or posts change. */
export function keepSiteKnowledge(ctx: Ctx, render: RenderPage): { stop(): Promise<void> } {
  let known: Known = { pages: new Map(), blog: null }
  return runAfterChanges(ctx, {
    topic: PAGES_TOPIC,
    wait: WAIT,
    failed: 'knowledge.site_not_read',
    async run(signal) {
      const { found, changed } = await readSite(ctx, render, { known, signal })
      const { pages } = found
      const isSameSite =
        pages.size === known.pages.size && [...pages.keys()].every((path) => known.pages.has(path))
      await syncSiteItems(ctx, { paths: isSameSite ? null : [...pages.keys()], changed })
      known = found
    },
  })
}

/** Reads every page in the sitemap and every published post; unchanged ones are skipped. */
async function readSite(
  ctx: Ctx,
  render: RenderPage,
  { known, signal }: { known: Known; signal: AbortSignal },
): Promise<{ found: Known; changed: SiteDocument[] }> {
  const paths = new Map<string, KnownPage>()
  const toRead: Page[] = []
  const take = (page: Page, of: readonly unknown[] | null) => {
    const hash = createHash('sha256').update(`${page.title}\n${page.html}`).digest('base64')
    paths.set(page.path, { hash, of })
    if (known.pages.get(page.path)?.hash !== hash) toRead.push(page)
  }
  const [frame, { pages }] = await Promise.all([readPublicSite(ctx), readContent(ctx)])
  for (const { path, title } of await listSitePages(ctx)) {
    const [content, before] = [pages.get(path), known.pages.get(path)]
    if (content && before?.of?.[0] === content && before.of[1] === frame) {
      paths.set(path, before)
      continue
    }
    const began = performance.now()
    const html = await render(path)
    // A render blocks the event loop, so visitors get the same time afterwards.
    await sleep(performance.now() - began, undefined, { signal })
    if (html !== null) take({ path, title, html }, [content, frame])
  }
  // Read before the posts, so that the next run finds changes made meanwhile.
  const blog = await readBlogVersion(ctx)
  if (blog === known.blog) {
    for (const [path, page] of known.pages) if (page.of === null) paths.set(path, page)
  } else for await (const post of eachPostText(ctx)) take(post, null)
  const texts = await readOwnPages(
    ctx,
    toRead.map(({ html }) => html),
  )
  const changed = toRead.map(({ path, title }, at) => ({
    path,
    title,
    ...assertDefined(texts[at], 'each page was read'),
  }))
  for (const { path, text } of changed) if (text === '') paths.delete(path)
  return { found: { pages: paths, blog }, changed: changed.filter(({ text }) => text !== '') }
}
