import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'

import { freePort } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

import { findSystemBrowser } from './browser.mjs'

/** Renews the screenshots of docs/tour.md by walking through a demo in a browser. */
const FOLDER = 'docs/tour'
const MOST_KILOBYTES = 1500
const START_LASTS_MS = 300_000
const desktop = { width: 1440, height: 900 }
const phone = { width: 375, height: 812 }

type Stop = {
  name: string
  path: string
  isPhone?: boolean
  show?: (page: Page) => Promise<unknown>
}

const voice = '/services/ai-voice-agents'

const visitorStops: readonly Stop[] = [
  { name: 'home', path: '/' },
  { name: 'home-phone', path: '/', isPhone: true },
  { name: 'workflow', path: '/services/workflow-automation', show: runWorkflow },
  { name: 'calculator', path: voice, show: openAssumptions },
  { name: 'calculator-phone', path: voice, isPhone: true, show: showCalculator },
  { name: 'assistant', path: voice, show: askAssistant },
  { name: 'assistant-phone', path: voice, isPhone: true, show: askAssistant },
  {
    name: 'film',
    path: '/services/ai-video-production',
    show: (page) => toTop(page, '[data-island="video-player"]'),
  },
  { name: 'booking', path: '/book' },
]

const ownerStops: readonly Stop[] = [
  { name: 'today', path: '/admin' },
  { name: 'today-phone', path: '/admin', isPhone: true },
  { name: 'lead', path: '/admin/leads', show: openLead },
  { name: 'board', path: '/admin/leads/board' },
  {
    name: 'editor',
    path: '/admin/pages/home',
    show: (page) => page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor(),
  },
  { name: 'writing', path: '/admin/blog', show: writeAsReaders },
  { name: 'connections', path: '/admin/connections' },
  { name: 'analytics', path: '/admin/analytics' },
]

const folder = mkdtempSync(join(tmpdir(), 'foyer-tour-'))
const port = String(await freePort())
const url = `http://localhost:${port}`
const demo = spawn(process.execPath, ['scripts/demo.ts'], {
  env: { PATH: process.env['PATH'], DEMO_DIR: folder, PORT: port },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const exited = once(demo, 'exit')
let written = ''
demo.stdout.on('data', (chunk: Buffer) => {
  written += chunk.toString()
})
const executablePath = findSystemBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
try {
  const failed = exited.then(() => Promise.reject(new Error('The demo ended before it was ready.')))
  await Promise.race([failed, until('the demo has started', () => written.includes('Reset'), START_LASTS_MS)])
  mkdirSync(FOLDER, { recursive: true })
  for (const stop of visitorStops) await take(await newPage(browser, stop), stop)
  const signedIn = await signIn(browser)
  for (const stop of ownerStops) await take(await newPage(browser, stop, signedIn), stop)
} finally {
  await browser.close()
  demo.kill()
  await exited
  rmSync(folder, { recursive: true, force: true })
}
sayHowLarge()

type SignedIn = Awaited<ReturnType<typeof signIn>>

async function newPage(from: Browser, { isPhone }: Stop, storageState?: SignedIn): Promise<Page> {
  const context = await from.newContext({
    viewport: isPhone ? phone : desktop,
    reducedMotion: 'reduce',
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'UTC',
    ...(storageState && { storageState }),
  })
  return context.newPage()
}

async function signIn(from: Browser) {
  const page = await newPage(from, { name: 'sign-in', path: '/admin/login' })
  await page.goto(`${url}/admin/login`)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  const state = await page.context().storageState()
  await page.context().close()
  return state
}

async function take(page: Page, { name, path, show }: Stop): Promise<void> {
  await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
  await show?.(page)
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  const picture = await page.screenshot({ animations: 'disabled' })
  await sharp(picture)
    .webp({ quality: 70, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`))
  await page.context().close()
}

async function runWorkflow(page: Page): Promise<void> {
  const block = page.locator('[data-island="workflow-run"]')
  await block.getByRole('button', { name: 'Run it with an error', exact: true }).click()
  await page.getByRole('group', { name: 'A person decides' }).waitFor()
  await toTop(page, '[data-island="workflow-run"]')
}

async function showCalculator(page: Page): Promise<void> {
  await toTop(page, '[data-island="voice-calculator"]')
}

async function openAssumptions(page: Page): Promise<void> {
  await page.getByText('Assumptions', { exact: true }).click()
  await showCalculator(page)
}

/** Scrolls to below the sticky header. */
async function toTop(page: Page, selector: string): Promise<void> {
  await page.locator(selector).evaluate((element) => {
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - 110, behavior: 'instant' })
  })
}

async function askAssistant(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open chat' }).click()
  await page
    .getByRole('textbox', { name: 'Message', exact: true })
    .fill('Can a voice agent book appointments?')
  await page.getByRole('button', { name: 'Send message', exact: true }).click()
  await page.getByRole('log', { name: 'Conversation' }).getByText('Sources').waitFor()
}

async function openLead(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Marta Oliveira' }).first().click()
  await page.getByRole('heading', { name: 'Marta Oliveira', level: 1 }).waitFor()
}

async function writeAsReaders(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Write as readers see it' }).click()
  await page.getByRole('button', { name: 'Write Markdown' }).waitFor()
}

function sayHowLarge(): void {
  const bytes = readdirSync(FOLDER).reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0)
  const kilobytes = Math.round(bytes / 1024)
  console.log(`${readdirSync(FOLDER).length} pictures, ${kilobytes} KB (at most ${MOST_KILOBYTES})`)
  if (kilobytes > MOST_KILOBYTES) process.exitCode = 1
}
