import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { chromium, type Page } from '@playwright/test'

import { findSystemBrowser } from '../scripts/browser.mjs'
import { startAppServer } from '../tests/support/app-server.ts'

import type { Row } from './measure.ts'

type Kind = 'script' | 'style' | 'font'

const kinds: Record<string, Kind> = { '.js': 'script', '.css': 'style', '.woff2': 'font' }

/** Measures what the home page loads, before interaction and once the form is hydrated; and its layout shift. */
export async function measurePageWeight(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const app = await startAppServer({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const executablePath = findSystemBrowser()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 375, height: 812 } })
  const loaded = { script: 0, style: 0, font: 0 }
  page.on('response', (response) => {
    const kind = kinds[/\.\w+$/.exec(new URL(response.url()).pathname)?.[0] ?? '']
    if (kind)
      void response.body().then((body) => {
        // Fonts are compressed already; text is counted as gzipped.
        loaded[kind] += kind === 'font' ? body.length : gzipSync(body, { level: 9 }).length
      })
  })
  await page.goto(app.url, { waitUntil: 'networkidle' })
  const before = { ...loaded }
  const shift = await layoutShift(page)
  await page.getByRole('textbox', { name: 'Name *' }).focus()
  await page.locator('[data-state=awake]').waitFor()
  await page.waitForLoadState('networkidle')
  await browser.close()
  await app.stop()
  rmSync(folder, { recursive: true })
  return [
    budget("Home's script before interaction (gzip)", before.script, 8),
    budget("Home's script once the form is awake (gzip)", loaded.script, 90),
    budget("Home's styles (gzip)", before.style, 15),
    budget("Home's fonts", before.font, 80),
    { what: 'Layout shift', measured: String(shift), target: '0', ok: shift === 0 },
  ]
}

function budget(what: string, bytes: number, kilobytes: number): Row {
  return {
    what,
    measured: `${(bytes / 1024).toFixed(1)} KB`,
    target: `at most ${kilobytes} KB`,
    ok: bytes <= kilobytes * 1024,
  }
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )
}
