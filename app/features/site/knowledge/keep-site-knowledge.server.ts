import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { readBlogVersion } from '#app/features/blog/kept/kept-posts.server.ts'
import { eachPostText } from '#app/features/blog/list-post-pages.server.ts'
import { syncSiteItems } from '#app/features/knowledge/items/sync-site-items.server.ts'
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
/** Pages that are in memory at once. A page may have several hundred kilobytes, and a site thousands of pages. */
const BATCH = 20

/** Renders a public page of this site by its path; null if there is none. */
export type RenderPage = (path: string) => Promise<string | null>

/** Hash of a page when it was last stored, and what it was rendered from; null for posts. */
type KnownPage = { hash: string; of: readonly unknown[] | null }
/** `blog` names the posts and the languages in which they are shown; null before the site was first read to its end. */
type Known = { pages: Map<string, KnownPage>; blog: string | null }

/** Its path is with the prefix of its language. */
type Page = { path: string; title: string; html: string; version: PageVersion }

/** Keeps the assistant's knowledge of the site up to date, from the start on and when pages or posts change. */
export function keepSiteKnowledge(ctx: Ctx, render: RenderPage): { stop(): Promise<void> } {
  const known: Known = { pages: new Map(), blog: null }
  return runAfterChanges(ctx, {
    topic: PAGES_TOPIC,
    wait: WAIT,
    failed: 'knowledge.site_not_read',
    async run(signal) {
      const { paths, blog } = await readSite(ctx, render, { known, signal })
      const gone = [...known.pages.keys()].filter((path) => !paths.has(path))
      // Items of earlier processes may have to go after the first reading.
      if (gone.length > 0 || known.blog === null) await syncSiteItems(ctx, { paths: [...paths], changed: [] })
      for (const path of gone) known.pages.delete(path)
      known.blog = blog
    },
  })
}

/**
 * Reads every page in the sitemaps and every published post, in all languages, and stores those that have changed a few
 * at a time. What is stored is known, also if a later page fails.
 */
async function readSite(
  ctx: Ctx,
  render: RenderPage,
  { known, signal }: { known: Known; signal: AbortSignal },
): Promise<{ paths: ReadonlySet<string>; blog: string }> {
  const paths = new Set<string>()
  const { take, storeRest } = createBatches(ctx, known, paths)
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
        paths.add(path)
        continue
      }
      const began = performance.now()
      const html = await render(path)
      // A render blocks the event loop, so visitors get the same time afterwards.
      await sleep(performance.now() - began, undefined, { signal })
      if (html !== null) await take({ path, title, html, version }, of)
    }
  }
  if (blog === known.blog) {
    for (const [path, page] of known.pages) if (page.of === null) paths.add(path)
  } else
    for await (const { path: own, title, html, language } of eachPostText(ctx)) {
      const of = byTag.get(language)
      if (of) await take({ path: of.addressOf(own), title, html, version: of.versionOf(own) }, null)
    }
  await storeRest()
  return { paths, blog }
}

/** Stores pages that differ from what is known, in batches. Pages without a text are not among the paths. */
function createBatches(ctx: Ctx, known: Known, paths: Set<string>) {
  const waiting: (Page & { known: KnownPage })[] = []
  const storeRest = async () => {
    const batch = waiting.splice(0)
    const texts = await readOwnPages(
      ctx,
      batch.map(({ html }) => html),
    )
    const read = batch.flatMap((page, at) => {
      const { text, coverage } = assertDefined(texts[at], 'each page was read')
      return text === '' ? [] : [{ ...page, text, coverage }]
    })
    await syncSiteItems(ctx, { paths: null, changed: read })
    for (const page of read) {
      paths.add(page.path)
      known.pages.set(page.path, page.known)
    }
  }
  return {
    storeRest,
    async take(page: Page, of: readonly unknown[] | null) {
      const { path, title, html, version } = page
      const hash = createHash('sha256').update(`${version.of}\n${title}\n${html}`).digest('base64')
      if (known.pages.get(path)?.hash === hash) {
        paths.add(path)
        known.pages.set(path, { hash, of })
      } else if (waiting.push({ ...page, known: { hash, of } }) >= BATCH) await storeRest()
    },
  }
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
