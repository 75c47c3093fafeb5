import { expect } from './fixtures.ts'
import { askOn, chatOn, createAssistant, hostPage, watched, withSites } from './host-pages.ts'
import { storeKey } from './store-key.ts'

/** What a careless style sheet of another site may contain. */
const wild =
  '<style>* { all: unset } body { display: block; transform: scale(0.5) } div { display: none !important }</style>'

withSites(
  'an assistant answers on the sites that its owner allows, and nowhere else',
  { tag: '@main' },
  async ({ browser, launchOptions, ownerPage, ai, app, sites }) => {
    const { shop, strict, stranger } = sites
    ai.behave({ kind: 'reply', text: ['We sell **garden sheds**', ' [1]', '.'] })
    await storeKey(ownerPage)
    const snippet = await createAssistant(ownerPage, 'Shop', [shop.origin, strict.origin])
    await ownerPage.getByRole('link', { name: 'Sites and client' }).click()
    const bookmark = await ownerPage.locator('pre', { hasText: 'javascript:' }).textContent()
    shop.show({ html: hostPage('Sheds', snippet, wild) })
    strict.show({
      html: hostPage('Strict', snippet),
      headers: {
        'content-security-policy': `default-src 'none'; script-src ${app.url}; frame-src ${app.url}; connect-src ${app.url}; require-trusted-types-for 'script'; trusted-types 'none'`,
      },
    })
    stranger.show({ html: hostPage('Stranger', snippet) })

    // Playwright switches partitions of storage off, so that frames of other sites have none. The last such flag counts.
    const args = [...(launchOptions.args ?? []), '--disable-features=Translate']
    const lasting = await browser.browserType().launchPersistentContext('', { ...launchOptions, args })
    const { host, asked, console } = await watched(lasting)
    await host.goto(`${shop.origin}/sheds?session=secret`)
    const open = host.getByRole('button', { name: 'Open chat' })
    await expect(open).toBeVisible()
    expect(await open.boundingBox()).toMatchObject({ width: 56, height: 56 })
    expect(asked.filter((url) => url.startsWith(app.url))).toEqual([`${app.url}/assistant.js`])
    await open.click()
    const chat = chatOn(host)
    await expect(chat.getByRole('dialog', { name: 'Shop Bot' })).toBeVisible()
    await expect(chat.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused()
    await askOn(host, 'What do you sell on your pages about services?')
    const log = chat.getByRole('log', { name: 'Conversation' })
    await expect(log).toContainText('garden sheds')
    const citation = log.getByRole('link', { name: /^Source 1/ })
    const [opened] = await Promise.all([lasting.waitForEvent('page'), citation.click()])
    expect(new URL(opened.url()).origin).toBe(app.url)
    await opened.close()

    await chat.getByRole('textbox', { name: 'Message', exact: true }).press('Escape')
    await expect(host.getByTitle('Shop Bot')).toBeHidden()
    await expect(open).toBeFocused()
    await host.reload()
    await open.click()
    await expect(log).toContainText('garden sheds')
    await chat.getByRole('button', { name: 'Close chat' }).click()
    await expect(host.getByTitle('Shop Bot')).toBeHidden()

    await host.setViewportSize({ width: 360, height: 640 })
    await open.click()
    const whole = { x: 0, y: 0, width: 360, height: 640 }
    await expect.poll(() => host.getByTitle('Shop Bot').boundingBox()).toMatchObject(whole)
    expect(console).toEqual([])
    await lasting.close()

    await ownerPage.goto('/admin/conversations')
    await ownerPage.getByRole('link', { name: /What do you sell/ }).click()
    await expect(ownerPage.getByText(`${shop.origin}/sheds`).first()).toBeVisible()
    await expect(ownerPage.getByText('session=secret')).toBeHidden()

    const context = await browser.newContext()
    const other = await watched(context)
    await other.host.goto(strict.origin)
    const button = other.host.getByRole('button', { name: 'Open chat' })
    await button.click()
    await askOn(other.host, 'Hello?')
    const heard = chatOn(other.host).getByRole('log', { name: 'Conversation' })
    await expect(heard).toContainText('garden sheds')
    await other.host.keyboard.press('Escape')
    await button.click()
    await expect(heard).toContainText('garden sheds')
    expect(other.console).toEqual([])

    shop.show({ html: hostPage('Sheds', '') })
    await other.host.goto(shop.origin)
    await expect(button).toBeHidden()
    await other.host.evaluate(String(bookmark).replace('javascript:', ''))
    await expect(button).toBeVisible()

    // The browser withholds the answer from a page that may not read it.
    const refused = other.host.waitForEvent('requestfailed', (request) => request.url().endsWith('/look'))
    await other.host.goto(stranger.origin)
    await refused
    await expect(button).toBeHidden()
    await context.close()
  },
)
