import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { readBlogVersion } from '#app/features/blog/kept/kept-posts.server.ts'
import { eachPostText } from '#app/features/blog/list-post-pages.server.ts'
import { type SiteDocument, syncSiteItems } from '#app/features/knowledge/items/sync-site-items.server.ts'
import { readOwnPages } from '#app/features/knowledge/reading/read-in-pool.server.ts'
import type { PageVersion } from '#app/features/knowledge/search/passage-scores.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { rootOfLanguage } from '#app/lib/languages.ts'
import { SECOND } from '#app/platform/clock.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { runAfterChanges } from '#app/platform/signals/run-after-changes.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { readAlternates } from '../languages/page-languages.server.ts'
import { readPublicSite } from '../layout/public-site.server.ts'
import { listSitePages } from '../seo/public-pages.server.ts'

/** Lets a starting instance serve its first pages, and combines changes that follow each other quickly. */
const WAIT = SECOND

/** Renders a public page of this site by its path; null if there is none. */
export type RenderPage = (path: string) => Promise<string | null>

/** Hash of a page when it was last read, and what it was rendered from; null for posts. */
type KnownPage = { hash: string; of: readonly unknown[] | null }
/** `blog` names the posts and the languages in which they are shown. */
type Known = { pages: ReadonlyMap<string, KnownPage>; blog: string | null }

/** Its path is with the prefix of its language. */
type Page = { path: string; title: string; html: string; version: PageVersion }

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

/** Reads every page in the sitemaps and every published post, in all languages; unchanged ones are skipped. */
async function readSite(
  ctx: Ctx,
  render: RenderPage,
  { known, signal }: { known: Known; signal: AbortSignal },
): Promise<{ found: Known; changed: SiteDocument[] }> {
  const paths = new Map<string, KnownPage>()
  const toRead: Page[] = []
  const take = (page: Page, of: readonly unknown[] | null) => {
    const { title, html, version } = page
    const hash = createHash('sha256').update(`${version.of}\n${title}\n${html}`).digest('base64')
    paths.set(page.path, { hash, of })
    if (known.pages.get(page.path)?.hash !== hash) toRead.push(page)
  }
  const { languages } = await ctx.site(ctx)
  // A post that changes while the posts are read makes the next run read them again, because this is read before them.
  const blog = JSON.stringify([await readBlogVersion(ctx), languages])
  const shown = languages.filter(({ isHidden }) => !isHidden)
  const inLanguages = await Promise.all(shown.map(({ tag }) => readLanguageOf(ctx, tag)))
  const byTag = new Map(inLanguages.map((language) => [language.tag, language]))
  for (const { ctx: reader, addressOf, versionOf } of inLanguages) {
    const [frame, { pages }] = await Promise.all([readPublicSite(reader), readContent(reader)])
    for (const { path: own, title } of await listSitePages(reader)) {
      const path = addressOf(own)
      const version = versionOf(own)
      const of = [pages.get(own), frame, version.of]
      const before = known.pages.get(path)
      if (of[0] && before?.of?.every((each, at) => each === of[at])) {
        paths.set(path, before)
        continue
      }
      const began = performance.now()
      const html = await render(path)
      // A render blocks the event loop, so visitors get the same time afterwards.
      await sleep(performance.now() - began, undefined, { signal })
      if (html !== null) take({ path, title, html, version }, of)
    }
  }
  if (blog === known.blog) {
    for (const [path, page] of known.pages) if (page.of === null) paths.set(path, page)
  } else
    for await (const { path: own, title, html, language } of eachPostText(ctx)) {
      const of = byTag.get(language)
      if (of) take({ path: of.addressOf(own), title, html, version: of.versionOf(own) }, null)
    }
  const texts = await readOwnPages(
    ctx,
    toRead.map(({ html }) => html),
  )
  const changed = toRead.map(({ html: _html, ...page }, at) => ({
    ...page,
    ...assertDefined(texts[at], 'each page was read'),
  }))
  for (const { path, text } of changed) if (text === '') paths.delete(path)
  return { found: { pages: paths, blog }, changed: changed.filter(({ text }) => text !== '') }
}

/** Returns how a language's pages are addressed and which of them are versions of one page. */
async function readLanguageOf(ctx: Ctx, tag: string) {
  const { mainLanguage, languages } = await ctx.site(ctx)
  const language = tag === mainLanguage ? null : tag
  const reader = { ...ctx, language }
  const alternatesOf = await readAlternates(reader)
  const addressOf = (path: string) =>
    language === null ? path : `${rootOfLanguage(language)}${path === '/' ? '' : path}`
  const versionOf = (path: string): PageVersion => ({
    language,
    of: languages.length < 2 ? null : (alternatesOf(path)[0]?.address ?? addressOf(path)),
  })
  return { tag, ctx: reader, addressOf, versionOf }
}
