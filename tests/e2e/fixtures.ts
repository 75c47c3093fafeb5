import { test as base, expect, type Page } from '@playwright/test'

import { type FakeAiProvider, startAiProvider } from '#tests/fakes/ai-provider/server.ts'
import { startImapServer } from '#tests/fakes/imap-server.ts'
import { type FakeSmtpServer, startSmtpServer } from '#tests/fakes/smtp-server.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { missingDovecot, startDovecot } from '#tests/support/dovecot.ts'
import { runCommandProcess } from '#tests/support/run-command.ts'
import { createTestDatabase, type TestEngine } from '#tests/support/test-database.ts'

export type EngineOption = { engine: TestEngine }

export const owner = { email: 'owner@agency.test', password: 'a phrase only for tests' }

type WorkerFixtures = EngineOption & {
  /** The built server over the worker's own database, with an owner and a local mail server. */
  app: AppServer
  smtp: FakeSmtpServer
  aiServer: FakeAiProvider
  ownerCookie: { name: string; value: string }
}

type TestFixtures = {
  /** A fake of the four AI providers' HTTP APIs; for each test it begins with a greeting. */
  ai: FakeAiProvider
  /** Parts of the console lines that a test allows; all other lines fail it. */
  expectedConsole: string[]
  ownerPage: Page
}

/** Runs the built server over a database of its own until `use` returns. */
export async function startApp(
  { engine, smtp, aiServer }: Pick<WorkerFixtures, 'engine' | 'smtp' | 'aiServer'>,
  use: (app: AppServer) => Promise<void>,
  env: Record<string, string> = {},
  { seed = [], folder = '.' }: { seed?: readonly string[]; folder?: string } = {},
): Promise<void> {
  const database = await createTestDatabase(engine)
  const settings = {
    ...database.env,
    APP_SECRET: 'a secret for tests, of 32 characters or more',
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    SMTP_URL: smtp.url,
    ...aiServer.env,
    // Scraped pages are served on this machine.
    FETCH_LOOPBACK: 'on',
    LIMITS: 'off',
    ...env,
  }
  if (seed.length > 0) {
    const { code, output } = await runCommandProcess(settings, 'seed', seed)
    expect(code, output).toBe(0)
  }
  const app = await startAppServer(settings, folder)
  await use(app)
  await app.stop()
  await database.drop()
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['sqlite', { scope: 'worker', option: true }],

  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures asked for off the pattern
    async ({}, use) => {
      const smtp = await startSmtpServer()
      await use(smtp)
      await smtp.close()
    },
    { scope: 'worker' },
  ],

  aiServer: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const ai = await startAiProvider()
      await use(ai)
      await ai.close()
    },
    { scope: 'worker' },
  ],

  app: [
    async ({ engine, smtp, aiServer }, use) => startApp({ engine, smtp, aiServer }, use),
    { scope: 'worker' },
  ],

  ownerCookie: [
    async ({ app }, use) => {
      const response = await fetch(`${app.url}/admin/login`, {
        method: 'POST',
        body: new URLSearchParams(owner),
        headers: { origin: app.url },
        redirect: 'manual',
      })
      const [name = '', value = ''] = (response.headers.get('set-cookie') ?? '').split(/[=;]/)
      await use({ name, value })
    },
    { scope: 'worker' },
  ],

  ai: async ({ aiServer }, use) => {
    await use(aiServer)
    aiServer.reset()
  },

  baseURL: async ({ app }, use) => use(app.url),

  expectedConsole: [],

  page: async ({ page, expectedConsole }, use) => {
    const unexpected = watchConsole(page, expectedConsole)
    await use(page)
    expect(unexpected).toEqual([])
  },

  ownerPage: async ({ browser, app, ownerCookie, expectedConsole, javaScriptEnabled }, use) => {
    const context = await browser.newContext({ baseURL: app.url, colorScheme: 'dark' })
    await context.addCookies([{ ...ownerCookie, url: app.url }])
    const page = await context.newPage()
    const unexpected = watchConsole(page, expectedConsole)
    await use(javaScriptEnabled ? awakeAfterGoto(page) : page)
    expect(unexpected).toEqual([])
    await context.close()
  },
})

/** Returns a `test` whose file has a server of its own, with no session and no key stored. */
export function testOnFreshServer(): typeof test {
  return test.extend({
    app: [
      async ({ engine, smtp, aiServer }, use) => startApp({ engine, smtp, aiServer }, use),
      { scope: 'worker' },
    ],
  })
}

/** Returns a `test` whose file has a server of its own that has been in use for a year. */
export function testAfterYear(): typeof test {
  return test.extend({
    app: [
      async ({ engine, smtp, aiServer }, use) =>
        startApp({ engine, smtp, aiServer }, use, {}, { seed: ['--year', '--visits', '2000'] }),
      { scope: 'worker' },
    ],
  })
}

type Mailbox = { url: string; deliver(text: string): void; stop(): Promise<void> }

/** Returns a `test` whose server reads a mailbox of its own, on Dovecot if that is installed. */
export function testWithMailbox() {
  return test.extend<object, { mailbox: Mailbox }>({
    mailbox: [
      // oxlint-disable-next-line no-empty-pattern -- as above
      async ({}, use) => {
        const mailbox: Mailbox = missingDovecot() ? await startImapServer() : await startDovecot()
        await use(mailbox)
        await mailbox.stop()
      },
      { scope: 'worker' },
    ],
    app: [
      async ({ engine, smtp, aiServer, mailbox }, use) =>
        startApp({ engine, smtp, aiServer }, use, { IMAP_URL: mailbox.url }),
      { scope: 'worker' },
    ],
  })
}

/**
 * Makes `goto` wait until an admin page is hydrated, because earlier input is lost, and under load hydration is late.
 * Tests of that very time ask for `waitUntil: 'commit'`.
 */
function awakeAfterGoto(page: Page): Page {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    const isAdmin = new URL(page.url()).pathname.startsWith('/admin')
    if (isAdmin && response?.ok() && options?.waitUntil !== 'commit')
      await page.locator('[data-state=awake]').first().waitFor()
    return response
  }
  return page
}

/** Collects unexpected errors, warnings, policy violations and uncaught exceptions, which fail the test. */
function watchConsole(page: Page, expected: string[]): string[] {
  const unexpected: string[] = []
  const note = (text: string) => {
    if (!expected.some((part) => text.includes(part))) unexpected.push(text)
  }
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      note(`${message.type()}: ${message.text()} ${message.location().url}`.trim())
  })
  page.on('pageerror', (error) => note(`exception: ${error.message}`))
  return unexpected
}

export { expect }
