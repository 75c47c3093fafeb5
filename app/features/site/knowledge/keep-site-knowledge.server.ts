import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { listPostTexts } from '#app/features/blog/list-post-texts.server.ts'
import { type SiteDocument, syncSiteItems } from '#app/features/knowledge/items/sync-site-items.server.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { RESYNC } from '#app/platform/signals/signals.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/topics.ts'

import { listPublicPages } from '../found/public-pages.server.ts'

/** A start serves its first pages before it reads them; of several changes at once the last is enough. */
const WAIT = SECOND

/** Renders a public page of this site, by its path; null where it shows none. */
export type RenderPage = (path: string) => Promise<string | null>

type ReadPage = { html: string; document: SiteDocument }

/** Keeps what the site says among the assistant's knowledge: from the start on, and as pages and posts change. */
export function keepSiteKnowledge(ctx: Ctx, render: RenderPage): { stop(): Promise<void> } {
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let known: ReadonlyMap<string, ReadPage> = new Map()
  const sync = async () => {
    try {
      const read = await readSite(ctx, render, known)
      const changed = [...read.values()].filter((page) => known.get(page.document.path) !== page)
      await syncSiteItems(ctx, {
        paths: [...read.keys()],
        changed: changed.map(({ document }) => document),
      })
      known = read
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
  const unsubscribe = [PAGES_TOPIC, RESYNC].map((topic) => ctx.signals.subscribe(topic, soon))
  soon()
  return {
    async stop() {
      for (const end of unsubscribe) end()
      clearTimeout(timer)
      await running
    },
  }
}

/** Every page that may be found and every published post, by path; what is as it was is not read again. */
async function readSite(
  ctx: Ctx,
  render: RenderPage,
  known: ReadonlyMap<string, ReadPage>,
): Promise<Map<string, ReadPage>> {
  // Loaded when it is first needed: no start waits for a parser.
  const { htmlToMarkdown } = await import('#app/features/knowledge/reading/html-to-markdown.server.ts')
  const read = new Map<string, ReadPage>()
  const take = async (path: string, title: string, html: string) => {
    const before = known.get(path)
    if (before?.html === html && before.document.title === title) {
      read.set(path, before)
      return
    }
    const text = htmlToMarkdown(html)
    if (text !== '') read.set(path, { html, document: { path, title, text } })
    await yieldToOthers()
  }
  for (const { path, title, section } of await listPublicPages(ctx, defaultLocale)) {
    const html = section === 'blog' ? null : await render(path)
    if (html !== null) await take(path, title, html)
  }
  for (const { path, title, html } of await listPostTexts(ctx)) await take(path, title, html)
  return read
}
