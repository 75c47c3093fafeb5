import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Browser, chromium } from '@playwright/test'

import { findSystemBrowser } from '../scripts/browser.mjs'
import { startAppServer } from '../tests/support/app-server.ts'
import { slowDown, smallPhone } from '../tests/support/slow-phone.ts'

import { median, type Row, withNoise } from './measure.ts'

const ROUNDS = 7

type Press = { pressed: number; open: number; greeted: number }

/** Measures from a touch on the chat button of a newly loaded page, on a slow phone, to what the visitor sees. */
export async function measureChatButton(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const app = await startAppServer({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const executablePath = findSystemBrowser()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const presses: Press[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) presses.push(await press(browser, app.url))
  } finally {
    await browser.close()
    await app.stop()
    rmSync(folder, { recursive: true })
  }
  const of = (what: keyof Press) => presses.map((times) => times[what])
  const ms = (value: number) => `${value.toFixed(0)} ms`
  const row = (what: string, key: keyof Press, most: number): Row => ({
    what: `${what}, slow 4G and 4× CPU`,
    measured: withNoise(of(key), ms),
    target: `at most ${most} ms`,
    ok: median(of(key)) <= most,
  })
  return [
    row('The chat button looks pressed', 'pressed', 100),
    row('Its panel is open', 'open', 1500),
    row('The assistant has greeted', 'greeted', 2500),
  ]
}

async function press(browser: Browser, url: string): Promise<Press> {
  const context = await browser.newContext(smallPhone)
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(url, { waitUntil: 'load' })
  const button = page.getByRole('button', { name: 'Open chat' })
  await button.evaluate(watch)
  // The locator's own tap would run checks in the page, which take CPU time of the phone.
  const box = await button.boundingBox()
  if (!box) throw new Error('There is no chat button.')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.getByRole('log').waitFor()
  const times = await page.evaluate<Press & { touched: number }>(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(chatTimes))))',
  )
  await context.close()
  return {
    pressed: times.pressed - times.touched,
    open: times.open - times.touched,
    greeted: times.greeted - times.touched,
  }
}

/** Runs in the page: records when the touch began, and the start of the frame after each thing first appears. */
function watch(button: Element): void {
  const times: Record<string, number> = {}
  Object.assign(globalThis, { chatTimes: times })
  button.addEventListener('touchstart', (event) => (times['touched'] ??= event.timeStamp), { passive: true })
  const note = (what: string) => requestAnimationFrame((now) => (times[what] ??= now))
  const look = () => {
    if (button.matches(':active, [data-pressed] > *')) note('pressed')
    const panel = document.querySelector('[role="dialog"]')
    if (panel) note('open')
    if (panel?.querySelector('[role="log"]')) note('greeted')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
