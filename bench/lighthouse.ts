import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { chromium } from '@playwright/test'

import { findSystemBrowser } from '../scripts/browser.mjs'
import { type AppServer, freePort, startAppServer } from '../tests/support/app-server.ts'
import { publicPaths } from '../tests/support/public-paths.ts'

import { median, type Row, withNoise } from './measure.ts'
import { ownerEnv, signIn } from './owner.ts'

const ROUNDS = 3

/** The part of Lighthouse's API used here; its own types are installed with it, only for this bench. */
type Flags = {
  port: number
  blockedUrlPatterns?: string[]
  onlyCategories?: string[]
  /** `devtools` really slows the browser down. By default Lighthouse runs at full speed and estimates the times of a slow phone. */
  throttlingMethod?: 'devtools'
}
type Lighthouse = (
  url: string,
  flags: Flags & { output: 'json'; logLevel: 'error' },
) => Promise<
  | {
      lhr: {
        audits: Record<string, { numericValue?: number }>
        categories: Record<string, { score: number | null }>
      }
    }
  | undefined
>

export type Run = {
  scores: Record<string, number>
  /** Milliseconds, as Lighthouse estimates them for a slow phone. */
  largestPaint: number
  blocking: number
  shift: number
  kilobytes: number
}

/** Measures Lighthouse's mobile scores of every public page in two languages, and its LCP against the page without scripts. */
export async function measureLighthouse(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const app = await startAppServer({ ...ownerEnv, DATA_DIR: folder, LOG_LEVEL: 'warn' })
  // A new installation excludes search engines until its owner opens it, which would lower Lighthouse's score.
  const asOwner = await signIn(app)
  await asOwner('/admin/checklist', new URLSearchParams({ intent: 'open' }))
  await addGerman(asOwner)
  const rows: Row[] = []
  try {
    await withBrowser(async (port) => {
      for (const path of [...publicPaths, ...publicPaths.map(inGerman)])
        rows.push(await measurePage(app, path, port))
    })
  } finally {
    await app.stop()
    rmSync(folder, { recursive: true })
  }
  return rows
}

/** Publishes each page in German as well. The texts of the pages stay English; menus, forms and dates are German. */
async function addGerman(asOwner: Awaited<ReturnType<typeof signIn>>): Promise<void> {
  await asOwner('/admin/languages', new URLSearchParams({ intent: 'add', language: 'de' }))
  for (const path of publicPaths.filter((each) => each !== '/blog')) {
    const id = path.split('/').at(-1) || 'home'
    await asOwner('/admin/languages', new URLSearchParams({ intent: 'version', language: 'de', id }))
    await asOwner(`/admin/pages/${id}.de`, new URLSearchParams({ intent: 'publish', version: '1' }))
  }
  // A blog without posts in its language has `noindex`, which lowers the score.
  const post = { title: 'Anrufe bei Nacht', content: 'Wir nehmen ab.', language: 'de', published: 'on' }
  await asOwner('/admin/blog', new URLSearchParams({ intent: 'save', slug: '', tags: '', ...post }))
}

const inGerman = (path: string) => `/de${path}`.replace(/\/$/, '')

/** @param use gets the port on which Lighthouse reaches the browser */
export async function withBrowser(use: (port: number) => Promise<void>): Promise<void> {
  const port = await freePort()
  const executablePath = findSystemBrowser()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  try {
    await use(port)
  } finally {
    await browser.close()
  }
}

async function measurePage(app: AppServer, path: string, port: number): Promise<Row> {
  const url = `${app.url}${path}`
  const runs: Run[] = []
  const withoutScripts: Run[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.push(await audit(url, { port }))
    const bare = { port, blockedUrlPatterns: ['*.js'], onlyCategories: ['performance'] }
    withoutScripts.push(await audit(url, bare))
  }
  const score = (name: string) => median(runs.map(({ scores }) => scores[name] ?? 0))
  const ratios = runs.map(
    (run, round) => run.largestPaint / (withoutScripts[round]?.largestPaint ?? Number.NaN),
  )
  const largestPaint = median(runs.map((run) => run.largestPaint))
  const blocking = median(runs.map((run) => run.blocking))
  const shift = median(runs.map((run) => run.shift))
  const kilobytes = median(runs.map((run) => run.kilobytes))
  const others = ['accessibility', 'best-practices', 'seo'].map(score)
  return {
    what: `Lighthouse, mobile, ${path}`,
    measured: [
      [score('performance'), ...others].join(' / '),
      `LCP ${largestPaint.toFixed(0)} ms, ${withNoise(ratios, (ratio) => `${ratio.toFixed(2)}×`)} without scripts`,
      `TBT ${blocking.toFixed(0)} ms, CLS ${shift.toFixed(3)}, ${kilobytes.toFixed(0)} KB`,
    ].join('; '),
    target: '100 in all; LCP at most 1,300 ms and 1.1×; TBT 0, CLS 0, at most 75 KB',
    ok:
      [score('performance'), ...others].every((value) => value === 100) &&
      largestPaint <= 1300 &&
      median(ratios) <= 1.1 &&
      blocking === 0 &&
      shift === 0 &&
      kilobytes <= 75,
  }
}

export async function audit(url: string, flags: Flags): Promise<Run> {
  const lighthouse = await loadLighthouse()
  const result = await lighthouse(url, { output: 'json', logLevel: 'error', ...flags })
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`)
  const { audits, categories } = result.lhr
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
    ),
    largestPaint: number('largest-contentful-paint'),
    blocking: number('total-blocking-time'),
    shift: number('cumulative-layout-shift'),
    kilobytes: number('total-byte-weight') / 1024,
  }
}

/** Loads Lighthouse from its own package in `bench/lighthouse`, which is installed on first use. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = 'bench/lighthouse'
  const entry = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry))
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
    })
  return ((await import(pathToFileURL(entry).href)) as { default: Lighthouse }).default
}
