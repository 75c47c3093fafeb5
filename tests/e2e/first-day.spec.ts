import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { appCode } from '#tests/support/app-code.ts'
import { type AppServer, freePort, startAppServer } from '#tests/support/app-server.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

import { expectToast, fillIn } from './edit-content.ts'
import { expect, owner, test } from './fixtures.ts'

test.use({ actionTimeout: 30_000 })

/**
 * Seconds that a person needs to find and press something, to type a character, to read a new page, to find the way on
 * one seen before, and to judge a claim. These are estimates; the counts are those of the journey.
 */
const NEEDS = { presses: 3, typed: 0.3, pages: 10, returns: 4, claims: 4 }
const AT_MOST = 15 * 60

const kinds = Object.keys(NEEDS) as (keyof typeof NEEDS)[]

const question = 'How long is the warranty on a tiled stove?'
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 20V9l8-6 8 6v11" fill="#b4552d"/></svg>'

const stepsOf = (page: Page) => page.getByRole('region', { name: 'First day' })
const stepOf = (page: Page, name: string) => stepsOf(page).getByRole('checkbox', { name, exact: true })

async function open(page: Page, name: string): Promise<void> {
  await stepsOf(page)
    .getByRole('link', { name: `Open ${name}`, exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

async function expectDone(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Today' }).click()
  await expect(stepOf(page, name)).toBeChecked()
}

async function save(page: Page, name: string): Promise<void> {
  await page.getByRole('form', { name }).getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'aved')
}

/** Counts the presses, typed characters and opened pages. */
async function countHand(page: Page) {
  const hand = { presses: 0, typed: 0, pages: 0, returns: 0, claims: 0 }
  const seen = new Set<string>()
  await page.exposeFunction('noteHand', (what: 'presses' | 'typed', count: number) => {
    hand[what] += count
  })
  await page.addInitScript(() => {
    const { noteHand } = globalThis as unknown as { noteHand(what: string, count: number): void }
    addEventListener('click', ({ isTrusted }) => isTrusted && noteHand('presses', 1), true)
    addEventListener(
      'input',
      ({ target }) =>
        (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
        target.type !== 'file' &&
        noteHand('typed', target.value.length),
      true,
    )
  })
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || frame.url() === 'about:blank') return
    const { pathname } = new URL(frame.url())
    hand[seen.has(pathname) ? 'returns' : 'pages'] += 1
    seen.add(pathname)
  })
  return {
    hand,
    seconds: () => kinds.reduce((sum, kind) => sum + hand[kind] * NEEDS[kind], 0),
  }
}

/** Asks as a visitor does; the answer cites the owner's text. */
async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open chat' }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(question)
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
  const log = page.getByRole('log')
  await expect(log).toContainText('It is 25 years')
  await log.getByRole('button', { name: 'Source 1: Warranty' }).click()
  await expect(log.getByText('counted from the first fire')).toBeVisible()
}

/** Does what each step of the list asks for, from the page to which its own link leads. */
const works: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'Name and brand'(page) {
    await open(page, 'Name and brand')
    const form = page.getByRole('form', { name: 'Brand' })
    await fillIn(form, { Name: 'Kachel & Co', Accent: '#b4552d' })
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) }
    await form.getByLabel('Logo', { exact: true }).setInputFiles(file)
    await save(page, 'Brand')
  },
  async 'Services and prices'(page) {
    await open(page, 'Services and prices')
    const services = page.getByRole('table', { name: 'Services and prices' })
    const voice = services.getByRole('group', { name: 'AI Voice Agents' })
    await expect(voice).toBeInViewport()
    await voice.getByRole('link', { name: 'Change' }).click()
    await fillIn(page.getByRole('form', { name: 'Details' }), { 'Price from': '250', 'Price up to': '800' })
    await save(page, 'Details')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expectToast(page, 'ublished')
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Today' }).click()
    await open(page, 'Services and prices')
    await expect(voice).toHaveCount(0)
    await services
      .getByRole('group', { name: 'SEO Optimisation' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await expectToast(page, 'Removed')
    await page
      .getByRole('region', { name: 'Services and prices' })
      .getByRole('button', { name: /^All/ })
      .click()
    await expectToast(page, 'Confirmed')
  },
  async 'Reply promise'(page) {
    await open(page, 'Reply promise')
    await page.getByRole('textbox', { name: /^We reply within/ }).fill('2 hours')
    await save(page, 'Facts')
  },
  async 'AI provider'(page) {
    await open(page, 'AI provider')
    await page.getByRole('textbox', { name: 'API key' }).fill('sk-test-key-12345678')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'aved')
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Today' }).click()
    await stepOf(page, 'AI provider').click()
  },
  async Knowledge(page) {
    await open(page, 'Knowledge')
    await page.getByRole('tab', { name: 'Text' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Warranty')
    const text = 'The warranty on a tiled stove is 25 years, counted from the first fire.'
    await page.getByRole('textbox', { name: 'Text' }).fill(text)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: /Warranty/ })).toContainText('Ready')
  },
  async 'A first answer'(page) {
    await open(page, 'A first answer')
    await expect(page.getByRole('link', { name: 'Kachel & Co' }).first()).toBeVisible()
    await ask(page)
    await page.goBack()
  },
  async 'First post'(page) {
    await open(page, 'First post')
    const content = 'Beech burns **evenly**, and leaves little ash.'
    await fillIn(page.getByRole('main'), { Title: 'Why we still fire with beech', Content: content })
    await page.getByRole('button', { name: 'Create post' }).click()
    await page.getByRole('button', { name: 'Publish Why we still fire with beech' }).click()
    await expectToast(page, 'published successfully')
  },
  async 'Two-factor sign-in'(page) {
    await open(page, 'Two-factor sign-in')
    await page.getByLabel('Your password').fill(owner.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    const key = await page.getByLabel('Key to type instead').textContent()
    await page.getByRole('textbox', { name: 'Code' }).fill(appCode(String(key), Date.now()))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  },
  async 'Ready to be found'(page) {
    await open(page, 'Ready to be found')
    const all = page.getByRole('button', { name: /^All \d+ are true for us$/ })
    await expect(all.first()).toBeVisible()
    for (let left = await all.count(); left > 0; left -= 1) {
      await all.first().click()
      await expect(all).toHaveCount(left - 1)
    }
    await expect(page.getByRole('form', { name: 'Search engines' })).toContainText('may list the site')
  },
}

/** Variables that the list names; they are set in the environment and checked after a restart. */
const settings: Readonly<Record<string, RegExp>> = {
  Mail: /Connect your mail server/,
  'Backup location': /BACKUP_DIR/,
}

test(
  'an owner’s first day: the list of Today leads from the first start to an own site that answers',
  { tag: '@main' },
  async ({ page, browser, engine, smtp, ai }) => {
    test.setTimeout(300_000)
    ai.behave({ kind: 'reply', text: 'It is 25 years, from the first fire [1].' })
    const database = await createTestDatabase(engine)
    const elsewhere = mkdtempSync(join(tmpdir(), 'foyer-backups-'))
    const env = {
      ...database.env,
      ...ai.env,
      PORT: String(await freePort()),
      APP_SECRET: 'another secret for tests, long enough',
    }
    let app: AppServer = await startAppServer(env)
    const { hand, seconds } = await countHand(page)

    await test.step('the account', async () => {
      const code = /account: (\S+)/.exec(app.output())?.[1]
      await page.goto(`${app.url}/admin`)
      const form = page.getByRole('form', { name: 'Create owner account' })
      await form.getByRole('textbox', { name: 'Set-up code' }).fill(String(code))
      await form.getByRole('textbox', { name: 'Email' }).fill(owner.email)
      await form.getByLabel('Password', { exact: true }).fill(owner.password)
      await form.getByLabel('Confirm password').fill(owner.password)
      await form.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
    })
    const names = await stepsOf(page).getByRole('listitem').getByRole('checkbox').evaluateAll(namesOf)
    expect(new Set(names)).toEqual(new Set([...Object.keys(works), ...Object.keys(settings)]))

    for (const [name, work] of Object.entries(works).slice(0, -1))
      await test.step(name, async () => {
        await expect(stepOf(page, name)).not.toBeChecked()
        await work(page)
        await expectDone(page, name)
      })

    await test.step('the server’s environment variables', async () => {
      for (const [name, said] of Object.entries(settings))
        await expect(stepOf(page, name)).toHaveAccessibleDescription(said)
      await page.goto('about:blank')
      await app.stop()
      app = await startAppServer({ ...env, SMTP_URL: smtp.url, BACKUP_DIR: elsewhere })
      await page.goto(`${app.url}/admin`)
      await stepOf(page, 'Mail').click()
      await expect(stepOf(page, 'Mail')).toBeChecked()
      await expect(stepOf(page, 'Backup location')).toBeChecked()
    })

    await test.step('search engines are let in', async () => {
      const said = await stepsOf(page).getByText('Search engines are kept out').textContent()
      hand.claims = Number(/\d+/.exec(String(said))?.[0])
      await works['Ready to be found']?.(page)
      await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Today' }).click()
      await expect(page.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible()
      await expect(stepsOf(page)).toHaveCount(0)
    })

    await test.step('a visitor sees the firm', async () => {
      const visitor = await browser.newPage()
      const answer = await visitor.goto(app.url)
      expect(answer?.headers()['x-robots-tag']).toBeUndefined()
      await expect(visitor).toHaveTitle(/Kachel & Co/)
      await expect(visitor.getByText('within 2 hours').first()).toBeVisible()
      await ask(visitor)
      await visitor.goto(`${app.url}/blog`)
      await visitor.getByRole('link', { name: 'Why we still fire with beech', exact: true }).click()
      await expect(visitor.getByText('Beech burns evenly')).toBeVisible()
      await visitor.close()
    })

    const counted = kinds.map((kind) => `${hand[kind]} ${kind}`).join(', ')
    const needed = `${names.length} steps: ${counted}, ${(seconds() / 60).toFixed(1)} minutes for a person`
    test.info().annotations.push({ type: 'needed', description: needed })
    expect(seconds(), needed).toBeLessThan(AT_MOST)
    await page.goto('about:blank')
    await app.stop()
    await database.drop()
    rmSync(elsewhere, { recursive: true })
  },
)

/** Runs in the browser. */
function namesOf(boxes: Element[]): (string | undefined)[] {
  return boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent?.trim())
}
