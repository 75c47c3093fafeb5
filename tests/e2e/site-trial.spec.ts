import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, testOnFreshServer } from './fixtures.ts'
import { storeKey } from './store-key.ts'

const test = testOnFreshServer()

const pages: Readonly<Record<string, string>> = {
  '/': `<nav><a href="/prices">Prices</a><a href="/opening">Opening hours</a></nav><h1>The corner bakery</h1>
    <p>We bake bread every night.</p><script src="/app.js"></script><a href="tel:+4930901820">030 901820</a>
    <form><input type="email" name="email"></form>`,
  '/prices':
    '<h1>Prices</h1><p>A rye loaf costs $4.50.</p><details><summary>How long does it keep?</summary>Three days in linen.</details>',
  '/opening': '<h1>Opening hours</h1><p>We open at six in the morning, from Monday to Saturday.</p>',
  '/app.js': `let count = 0\n`.repeat(40_000),
}

/** Serves a small business's site on this machine until `close` is called. */
async function startBakery(): Promise<{ url: string; host: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = String(request.url)
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8'
    const body = pages[path]
    if (body === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}/`, host, close: () => server.close() }
}

test('a visitor tries it on their own site', async ({ page, ownerPage, ai, app, browser }) => {
  const bakery = await startBakery()
  const form = page.getByRole('form', { name: 'Try it on your own website' })

  await test.step('it is shown once a provider is configured', async () => {
    await page.goto('/services/ai-chatbots')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(form).toHaveCount(0)
    await storeKey(ownerPage)
    await expect(async () => {
      await page.goto('/services/ai-chatbots')
      await expect(form).toBeVisible({ timeout: 1000 })
    }).toPass()
  })

  await test.step('the site is read, and its home page is measured beside ours', async () => {
    await form.getByRole('textbox', { name: 'Address of your website' }).fill(bakery.url)
    await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Read my website' }).click()
    await expect(page.getByRole('heading', { name: `What we read on ${bakery.host}` })).toBeVisible()
    const comparison = page.getByRole('table', { name: 'Home pages compared' })
    await expect(comparison.getByRole('row', { name: /^Requests/ })).toContainText('2')
    const weight = comparison.getByRole('link', { name: new RegExp(`^Weight of ${bakery.host}: 560 kB`) })
    await weight.click()
    await expect(page).toHaveURL(/#measured-theirs$/)
  })

  await test.step('what could be automated is said with the page that shows it, and with the price', async () => {
    const voice = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'AI Voice Agents' }) })
    await expect(voice).toContainText('030 901820')
    await expect(voice.getByRole('link', { name: /The corner bakery/ })).toHaveAttribute('href', bakery.url)
    await expect(voice).toContainText('$')
  })

  await test.step('the assistant answers from the pages, and names the page of its answer', async () => {
    ai.behave({ kind: 'slow', text: ['A rye loaf costs ', '$4.50 [1].'], pause: 50 })
    const questions = page.getByRole('form', { name: 'Ask about your pages' })
    await questions.getByRole('textbox', { name: 'Your question' }).fill('What does a rye loaf cost?')
    await page.keyboard.press('Enter')
    const log = page.getByRole('log', { name: 'Questions and answers' })
    await expect(log).toContainText('What does a rye loaf cost?')
    await expect(log).toContainText('A rye loaf costs $4.50')
    await expect(log.getByRole('link', { name: 'Source 1: Prices' })).toHaveAttribute(
      'href',
      `${bakery.url}prices`,
    )
    await expect(questions).toContainText('11 questions left')
  })

  const name = `Baker ${Date.now()}`
  const address = page.url().replace(/#.*/, '')

  await test.step('one click sends it as an inquiry, and the owner sees where it came from', async () => {
    const inquiry = page.getByRole('form', { name: 'Send this as an inquiry' })
    await inquiry.getByRole('textbox', { name: 'Name *' }).fill(name)
    await inquiry.getByRole('textbox', { name: 'Email *' }).fill('baker@example.com')
    await inquiry.getByRole('checkbox').check()
    await inquiry.getByRole('button', { name: 'Send this as an inquiry' }).click()
    await expect(page).toHaveURL(/\/contact\/thank-you/)
    await ownerPage.goto('/admin/leads')
    await ownerPage.getByRole('link', { name }).click()
    await expect(ownerPage.getByText('own-site demonstration')).toBeVisible()
    await expect(ownerPage.getByText(new URL(address).pathname)).toBeVisible()
  })

  await test.step('and it goes at once where its visitor wishes', async () => {
    await page.goto(address)
    await expect(page.getByText('You have sent this page as an inquiry.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete it now' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Transform Your Business With AI Innovation',
    )
    const gone = await page.request.get(address)
    expect(gone.status()).toBe(404)
  })

  await test.step('without script the result and an answer come with the page', async () => {
    const context = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto('/try')
    await plain.getByRole('textbox', { name: 'Address of your website' }).fill(bakery.url)
    await plain.getByRole('checkbox').check()
    await plain.getByRole('button', { name: 'Read my website' }).click()
    await expect(plain.getByRole('heading', { name: `What we read on ${bakery.host}` })).toBeVisible()
    ai.behave({ kind: 'reply', text: 'At six in the morning [1].' })
    await plain.getByRole('button', { name: 'How can I reach you?' }).click()
    const log = plain.getByRole('log', { name: 'Questions and answers' })
    await expect(log).toContainText('At six in the morning')
    await context.close()
  })
  bakery.close()
})
