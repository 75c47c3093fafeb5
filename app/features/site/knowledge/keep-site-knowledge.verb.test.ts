import { expect, onTestFinished, test, vi } from 'vitest'

import { publishPage } from '#app/features/content/pages/publish-page.server.ts'
import { getPage } from '#app/features/content/pages/read-pages.server.ts'
import { savePageDraft } from '#app/features/content/pages/save-page-draft.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { keepSiteKnowledge } from './keep-site-knowledge.server.ts'

async function publishWith(ctx: TestCtx, id: string, words: { metaTitle?: string; name?: string }) {
  const { draft, version } = await getPage(ctx, id)
  await savePageDraft(ctx, { id, version, document: { ...draft, ...words } })
  await publishPage(ctx, id)
}

test('once a page is published, it is rendered for the knowledge base and others only where they show it', async () => {
  const ctx = asOwner(await createTestCtx())
  const rendered: string[] = []
  const render = vi.fn(async (path: string) => {
    rendered.push(path)
    return `<main><p>This is what the page at ${path} says.</p></main>`
  })
  const { stop } = keepSiteKnowledge(ctx, render)
  onTestFinished(stop)
  await eventually(async () => {
    expect(rendered).toContain('/terms')
    const items = await ctx.db.selectFrom('knowledge_item').select('source').execute()
    expect(items.length).toBe(rendered.length)
  })

  rendered.length = 0
  await publishWith(ctx, 'about', { metaTitle: 'About the firm' })
  await eventually(() => expect(rendered.toSorted()).toEqual(['/about', '/blog']))

  rendered.length = 0
  await publishWith(ctx, 'ai-chatbots', { name: 'Chatbots' })
  await eventually(() => expect(rendered).toContain('/terms'))
})
