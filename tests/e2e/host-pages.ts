import type { BrowserContext, Frame, Page } from '@playwright/test'

import { type OtherSite, startOtherSite } from '#tests/support/other-sites.ts'

import { expect, test } from './fixtures.ts'

type Sites = { shop: OtherSite; strict: OtherSite; stranger: OtherSite }

/** With three sites of other people. */
export const withSites = test.extend<{ sites: Sites }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures asked for off the pattern
  sites: async ({}, use) => {
    const [shop, strict, stranger] = await Promise.all([startOtherSite(), startOtherSite(), startOtherSite()])
    await use({ shop, strict, stranger })
    await Promise.all([shop, strict, stranger].map((site) => site.close()))
  },
})

/** Returns the line that the other site has to contain. */
export async function createAssistant(
  owner: Page,
  name: string,
  origins: readonly string[],
): Promise<string> {
  await owner.goto('/admin/assistants/new')
  await owner.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await owner.getByRole('textbox', { name: 'Allowed origins' }).fill(origins.join('\n'))
  await owner.getByRole('combobox', { name: 'Collections' }).selectOption('This site')
  await owner.getByRole('textbox', { name: 'Shown to visitors as' }).fill(`${name} Bot`)
  await owner.getByRole('button', { name: 'Save', exact: true }).click()
  const snippet = owner.getByRole('textbox', { name: 'Snippet' })
  await expect(snippet).toHaveValue(/data-assistant/)
  return snippet.inputValue()
}

export const keyOf = (snippet: string): string => String(/data-assistant="([\w-]+)"/.exec(snippet)?.[1])

export const hostPage = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`

export const chatOn = (host: Page, name = 'Shop Bot') => host.frameLocator(`iframe[title="${name}"]`)

/** Returns the frame itself, which any page can reach that replaces `attachShadow` first. */
export async function frameOn(host: Page, name = 'Shop Bot'): Promise<Frame> {
  const frame = await (await host.getByTitle(name).elementHandle())?.contentFrame()
  if (!frame) throw new Error('The page has no frame of the assistant.')
  return frame
}

/** Opens shadow roots that the page closes, because Playwright cannot look into closed ones. */
function openShadowRoots(): void {
  const attach = Element.prototype.attachShadow
  Element.prototype.attachShadow = function attachOpen(init) {
    return attach.call(this, { ...init, mode: 'open' })
  }
}

export async function askOn(host: Page, text: string, name?: string): Promise<void> {
  const chat = chatOn(host, name)
  await chat.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await chat.getByRole('button', { name: 'Send message', exact: true }).click()
}

export type Watched = { host: Page; console: string[]; asked: string[] }

export async function watched(context: BrowserContext): Promise<Watched> {
  await context.addInitScript(openShadowRoots)
  const host = await context.newPage()
  const console: string[] = []
  const asked: string[] = []
  host.on('console', (line) => console.push(line.text()))
  host.on('request', (request) => asked.push(request.url()))
  return { host, console, asked }
}
