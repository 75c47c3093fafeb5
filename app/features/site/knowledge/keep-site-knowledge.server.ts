import { listPostTexts } from '#app/features/blog/list-post-texts.server.ts'
import { type SiteDocument, syncSiteItems } from '#app/features/knowledge/items/sync-site-items.server.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/topics.ts'

import { listPublicPages } from '../found/public-pages.server.ts'

/** A start serves its first pages before it reads them; of several changes at once the last is enough. */
const WAIT = SECOND

/** Renders a public page of this site, by its path; null where it shows none. */
export type RenderPage = (path: string) => Promise<string | null>

/** Keeps what the site says among the assistant's knowledge: from the start on, and as pages and posts change. */
export function keepSiteKnowledge(ctx: Ctx, render: RenderPage): { stop(): Promise<void> } {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const sync = async () => {
    try {
      await syncSiteItems(ctx, await readSiteDocuments(ctx, render))
    } catch (error) {
      ctx.log.warn({ error }, 'knowledge.site_not_read')
    }
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(sync)
    }, WAIT)
    timer.unref()
  }
  const unsubscribe = ctx.signals.subscribe(PAGES_TOPIC, soon)
  soon()
  return {
    async stop() {
      unsubscribe()
      clearTimeout(timer)
      await running
    },
  }
}

/** Every page that may be found and every published post, as documents. */
export async function readSiteDocuments(ctx: Ctx, render: RenderPage): Promise<SiteDocument[]> {
  // Loaded when it is first needed: no start waits for a parser.
  const { htmlToMarkdown } = await import('#app/features/knowledge/reading/html-to-markdown.server.ts')
  const documents: SiteDocument[] = []
  for (const { path, title, section } of await listPublicPages(ctx, defaultLocale)) {
    const html = section === 'blog' ? null : await render(path)
    if (html !== null) documents.push({ path, title, text: htmlToMarkdown(html) })
  }
  for (const { path, title, html } of await listPostTexts(ctx))
    documents.push({ path, title, text: htmlToMarkdown(html) })
  return documents.filter(({ text }) => text !== '')
}
