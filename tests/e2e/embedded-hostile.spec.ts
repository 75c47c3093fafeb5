import type { BrowserContext, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import {
  askOn,
  chatOn,
  createAssistant,
  frameOn,
  hostPage,
  keyOf,
  type Watched,
  watched,
  withSites,
} from './host-pages.ts'
import { storeKey } from './store-key.ts'

/** What a page notes that wants to learn what is said in the frame. */
type Spy = Window & { heard?: unknown[] }

/** By hand, 100,000 were tried. */
const FLOOD = 20_000

/** Posts messages of every kind to the frame and to its own window, and opens and closes without end. */
async function flood(count: number): Promise<void> {
  const roots = [...document.documentElement.children].map((each) => each.shadowRoot?.querySelector('iframe'))
  const target = roots.find(Boolean)?.contentWindow
  if (!target) throw new Error('There is no frame.')
  const cyclic: Record<string, unknown> = { foyer: 1, type: 'close' }
  cyclic['self'] = cyclic
  const types = [
    'open',
    'close',
    'page',
    'identify',
    'unread',
    'ready',
    'opened',
    'send',
    'constructor',
    '__proto__',
  ]
  const about = {
    title: 'x',
    email: 'ada@example.com',
    signature: 'ff',
    message: 'Hello',
    count: 7,
    url: 'javascript:1',
  }
  const odd = [
    cyclic,
    null,
    1,
    [],
    new Map([['foyer', 1]]),
    '{',
    '[]',
    '{"__proto__":{"foyer":1,"type":"close"}}',
  ]
  for (let at = 0; at < count; at += 1) {
    const version = at % 3 === 0 ? 2 : 1
    const said = JSON.stringify({ foyer: version, type: types[at % types.length], ...about })
    const each = at % 11 === 0 ? odd[at % odd.length] : said
    target.postMessage(each, '*')
    postMessage(each, '*')
    if (at % 500 === 0) await new Promise((resolve) => setTimeout(resolve))
  }
  target.postMessage(`{"foyer":1,"type":"close","x":"${'a'.repeat(10_000_000)}"}`, '*')
  const nested = document.createElement('iframe')
  nested.srcdoc = `<script>for (const to of [parent, ...Array.from(parent.frames)]) to.postMessage('{"foyer":1,"type":"close"}', '*')</script>`
  document.body.append(nested)
  await new Promise((resolve) => nested.addEventListener('load', resolve))
  // Each turn is drawn before the next, so that none is left out.
  for (let at = 0; at < 60; at += 1) {
    target.postMessage(`{"foyer":1,"type":"${at % 2 ? 'open' : 'close'}"}`, '*')
    for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
  }
}

async function spied(context: BrowserContext): Promise<Watched> {
  const page = await watched(context)
  await page.host.addInitScript(() => {
    const spy: Spy = window
    spy.heard = []
    addEventListener('foyer', (event) => spy.heard?.push(event))
    addEventListener('message', ({ data, source }) => source !== window && spy.heard?.push(data))
  })
  return page
}

const heardOn = (host: Page) =>
  host.evaluate(() => {
    const { heard = [] }: Spy = window
    return heard.map((each) => (each instanceof CustomEvent ? JSON.stringify(each.detail) : String(each)))
  })

withSites(
  'a hostile page learns nothing, makes the assistant do nothing, and breaks nothing',
  async ({ browser, ownerPage, ai, app, sites }) => {
    test.setTimeout(240_000)
    const { shop, stranger } = sites
    ai.behave({ kind: 'reply', text: 'The secret is kingfisher.' })
    await storeKey(ownerPage)
    const snippet = await createAssistant(ownerPage, 'Shop', [shop.origin])
    shop.show({ html: hostPage('Sheds', snippet.repeat(50)) })
    const context = await browser.newContext()
    const { host, asked, console } = await spied(context)
    await host.goto(shop.origin)
    const open = host.getByRole('button', { name: 'Open chat' })
    await expect(open).toHaveCount(1)
    await open.click()
    const log = chatOn(host).getByRole('log', { name: 'Conversation' })
    await askOn(host, 'Hello')
    await expect(log).toContainText('kingfisher')

    const chats = () => asked.filter((url) => url.startsWith(`${app.url}/api/`))
    const before = chats().length
    const called = ai.requests.length
    await host.evaluate(flood, FLOOD)
    const frame = await frameOn(host)
    await frame.evaluate(() => 1)
    await expect(log.getByText('Hello', { exact: true })).toHaveCount(1)
    // Opening again may ask for what was missed, as often as a visitor can press a button.
    expect(chats().length - before).toBeLessThanOrEqual(20)
    expect(ai.requests.length).toBe(called)

    await askOn(host, 'Are you still there?')
    await expect(log.getByText('kingfisher')).toHaveCount(2)
    const heard = await heardOn(host)
    expect(heard.filter((each) => /kingfisher|still there|Hello/.test(each))).toEqual([])
    expect(console).toEqual([])

    // The page removes the button, the script and the frame, sends the frame elsewhere and goes back.
    await host.evaluate(() => {
      for (const each of document.querySelectorAll('script, html > div')) each.remove()
    })
    await expect(open).toBeVisible()
    await expect(chatOn(host).getByRole('dialog', { name: 'Shop Bot' })).toBeVisible()
    const src = await host.getByTitle('Shop Bot').getAttribute('src')
    for (const address of ['about:blank', `${app.url}/admin/login`, `${app.url}/assistant/x`, String(src)])
      await host.getByTitle('Shop Bot').evaluate((element, to) => element.setAttribute('src', to), address)
    await host.evaluate(() => history.pushState(null, '', '/other'))
    await host.evaluate(() => history.back())
    await askOn(host, 'And now?')
    await expect(log).toContainText('kingfisher')

    // A page of strangers gets neither the allowed page's frame nor one of its own.
    stranger.show({
      html: hostPage(
        'Stranger',
        `<iframe src="${shop.origin}"></iframe><iframe title="own" src="${src}"></iframe>`,
      ),
    })
    const refused = await context.newPage()
    await refused.goto(stranger.origin)
    const inner = refused.frameLocator('iframe >> nth=0')
    await inner.getByRole('button', { name: 'Open chat' }).click()
    for (const each of [
      inner.frameLocator('iframe[title="Open chat"]'),
      refused.frameLocator('[title="own"]'),
    ])
      await expect(each.getByRole('textbox')).toHaveCount(0)
    await context.close()

    await ownerPage.goto('/admin/people?q=ada@example.com')
    await expect(ownerPage.getByRole('link', { name: 'ada@example.com' })).toHaveCount(0)
  },
)

withSites(
  'two assistants on one page keep their conversations, and tell the page of answers of the team',
  async ({ browser, ownerPage, ai, sites }) => {
    const { shop } = sites
    await storeKey(ownerPage)
    const first = await createAssistant(ownerPage, 'First', [shop.origin])
    const second = await createAssistant(ownerPage, 'Second', [shop.origin])
    const deferred = first.replace('async', 'defer')
    shop.show({
      html: hostPage('Two', `${deferred}${second}${first}`),
      headers: { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" },
    })
    const context = await browser.newContext()
    const { host, console } = await spied(context)
    await host.goto(shop.origin)
    const call = (command: string, options?: object) =>
      host.evaluate(
        (said) => (window as unknown as { foyer: (...said: unknown[]) => void }).foyer(...said),
        [command, options],
      )
    const logOf = (name: string) => chatOn(host, name).getByRole('log', { name: 'Conversation' })
    for (const [name, snippet] of Object.entries({ First: first, Second: second })) {
      ai.behave({ kind: 'reply', text: `Here is ${name}.` })
      await call('open', { assistant: keyOf(snippet) })
      await askOn(host, `Are you ${name}?`, `${name} Bot`)
      await expect(logOf(`${name} Bot`)).toContainText(`Here is ${name}.`)
    }
    await expect(host.getByTitle('First Bot')).toBeHidden()
    await host.evaluate(() => history.pushState(null, '', '/sheds'))
    await call('open', { assistant: keyOf(first) })
    await expect(host.getByTitle('Second Bot')).toBeHidden()
    await expect(logOf('First Bot')).toContainText('Here is First.')
    await expect(logOf('First Bot')).not.toContainText('Here is Second.')

    await ownerPage.goto('/admin/conversations')
    await ownerPage.getByRole('link', { name: /Are you Second/ }).click()
    await call('open', { assistant: keyOf(second) })
    await ownerPage.getByRole('button', { name: 'Take over' }).click()
    await expect(logOf('Second Bot')).toContainText('Our team has joined.')
    await call('open', { assistant: keyOf(first) })
    await call('close')
    await ownerPage.getByRole('textbox', { name: 'Message' }).fill('Ada here.')
    await ownerPage.getByRole('button', { name: 'Send' }).click()
    const unread = host.getByRole('button', { name: 'Open chat (1)' })
    await expect(unread).toBeVisible()
    expect((await heardOn(host)).at(-1)).toContain('"unread":1')
    await unread.click()
    await expect(logOf('Second Bot')).toContainText('Ada here.')
    await expect(unread).toBeHidden()

    await host.goto('about:blank')
    await host.goBack()
    await host.getByRole('button', { name: 'Open chat' }).click()
    await expect(host.getByTitle(/ Bot$/).first()).toBeVisible()
    expect(console).toEqual([])
    await context.close()
  },
)
