import { chromium, type Page } from '@playwright/test'

import { findSystemBrowser } from '../scripts/browser.mjs'
import type { AppServer } from '../tests/support/app-server.ts'

import type { BenchDatabase } from './bench-database.ts'
import { median, percentile, type Row } from './measure.ts'
import { ownerEnv } from './owner.ts'

const ROUNDS = 7
const ITEMS = 500
const NEXT_ITEMS = 20
/** Milliseconds for which an item is read; meanwhile the page loads its neighbours. */
const READING = 1500

const pages = [
  '/admin',
  '/admin/leads',
  '/admin/leads/board',
  '/admin/people',
  '/admin/conversations',
  '/admin/bookings',
  '/admin/outbox',
  '/admin/pages',
  '/admin/blog',
  '/admin/analytics',
  '/admin/knowledge',
  '/admin/audit',
]

/** Measures from the start of a navigation until the page responds to keys, in a local browser with a warm cache. */
export async function measureReady(app: AppServer, engine: string): Promise<Row> {
  const browser = await chromium.launch({ executablePath: findSystemBrowser() })
  try {
    const page = await browser.newPage({ baseURL: app.url })
    await page.addInitScript(noteWhenAwake)
    await signInBy(page)
    const times = new Map<string, number>()
    for (const path of pages) {
      const own: number[] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        await page.goto(path)
        const ready = await page.waitForFunction(() => (window as Awake).awakeAt ?? false)
        if (round > 0) own.push(Number(await ready.jsonValue()))
      }
      times.set(path, median(own))
    }
    const all = [...times.values()]
    const [slowest] = [...times].toSorted(([, one], [, other]) => other - one)
    return {
      what: `${engine}: a page of the admin is ready, ${pages.length} pages in a browser`,
      measured: `${median(all).toFixed(0)} ms at the median; slowest ${slowest?.[0]} with ${slowest?.[1].toFixed(0)} ms`,
      target: 'under 300 ms at the median',
      ok: median(all) < 300,
    }
  } finally {
    await browser.close()
  }
}

type Awake = Window & { awakeAt?: number }

function noteWhenAwake(): void {
  const look = new MutationObserver(() => {
    if (!document.querySelector('[data-state=awake]')) return
    ;(window as Awake).awakeAt = performance.now()
    look.disconnect()
  })
  look.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-state'],
  })
}

async function signInBy(page: Page): Promise<void> {
  await page.goto('/admin/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(ownerEnv.ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(ownerEnv.ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/admin')
}

type Timed = Window & { openedAfter?: number; longest?: number }

/** Measures from J in a lead until the next is drawn, and the longest interaction, on a processor four times slower. */
export async function measureNextItem(app: AppServer, engine: string): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: findSystemBrowser() })
  try {
    const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1440, height: 900 } })
    await signInBy(page)
    await page.goto('/admin/leads')
    await page.getByRole('region', { name: 'List' }).getByRole('table').getByRole('link').first().click()
    const rows = page.getByRole('region', { name: 'List' }).getByRole('listitem')
    await rows.nth(NEXT_ITEMS).waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.evaluate(noteInteractions)
    const times: number[] = []
    for (let item = 0; item < NEXT_ITEMS; item += 1) {
      await page.evaluate(noteWhenOpened)
      await page.keyboard.press('j')
      const opened = await page.waitForFunction(() => (window as Timed).openedAfter)
      times.push(Number(await opened.jsonValue()))
      await page.waitForTimeout(READING)
    }
    const longest = (await page.evaluate(() => (window as Timed).longest)) ?? Number.NaN
    const p95 = percentile(times, 0.95)
    return [
      {
        what: `${engine}: the next lead's name is drawn after J, processor 4 times slower`,
        measured: `${p95.toFixed(0)} ms p95, ${median(times).toFixed(0)} ms at the median`,
        target: 'under 100 ms p95',
        ok: p95 < 100,
      },
      {
        what: `${engine}: the longest interaction of these ${NEXT_ITEMS}`,
        measured: `${longest.toFixed(0)} ms`,
        target: 'under 100 ms',
        ok: longest < 100,
      },
    ]
  } finally {
    await browser.close()
  }
}

function noteInteractions(): void {
  const times: number[] = []
  ;(window as Timed).longest = 0
  new PerformanceObserver((entries) => {
    times.push(...entries.getEntries().map(({ duration }) => duration))
    ;(window as Timed).longest = Math.max(...times)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

function noteWhenOpened(): void {
  const timed = window as Timed
  delete timed.openedAfter
  const name = () => document.querySelector('[aria-label=Detail] h1')?.textContent
  const before = name()
  let start = 0
  document.addEventListener('keydown', ({ timeStamp }) => (start = timeStamp), { capture: true, once: true })
  const look = new MutationObserver(() => {
    if (name() === before) return
    look.disconnect()
    requestAnimationFrame(() => setTimeout(() => (timed.openedAfter = performance.now() - start)))
  })
  look.observe(document, { subtree: true, childList: true, characterData: true })
}

export async function measureFullToday(
  ask: (path: string) => Promise<Response>,
  database: BenchDatabase,
  engine: string,
): Promise<Row> {
  await database.run(
    `update lead set status = 'new' where id in (select id from lead where spam_reason is null order by created_at desc limit ${ITEMS})`,
  )
  const times: number[] = []
  for (let round = 0; round < 40; round += 1) {
    const start = performance.now()
    await (await ask('/admin.data')).text()
    if (round > 0) times.push(performance.now() - start)
  }
  const p95 = percentile(times, 0.95)
  return {
    what: `${engine}: Today with ${ITEMS} inquiries`,
    measured: `${p95.toFixed(1)} ms p95, ${median(times).toFixed(1)} ms at the median`,
    target: 'under 100 ms p95',
    ok: p95 < 100,
  }
}
