import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { SESSION_COOKIE } from '../app/features/auth/session-cookie.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'
import { publicPaths } from '../tests/support/public-paths.ts'

import { median, residentMegabytes, type Row, withNoise } from './measure.ts'

/** Milliseconds until the memory needed for the first pages and for reading our own pages has been collected. */
const SETTLED = 15_000
/** Requested with a session, so that each page is rendered, not served from the cache. */
const PAGES = 1500
const AT_ONCE = 16

/** Measures from the command to the home page's last byte, at a second start; and the process's memory. */
export async function measureStart(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const env = { DATA_DIR: folder, LOG_LEVEL: 'warn' }
  await (await startAppServer(env)).stop()
  const seconds: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now()
    const app = await startAppServer(env)
    await (await fetch(app.url)).text()
    seconds.push((performance.now() - start) / 1000)
    await app.stop()
  }
  const app = await startAppServer(env)
  await sleep(SETTLED)
  const idle = residentMegabytes(app)
  await renderPages(app)
  await sleep(SETTLED)
  const afterwards = residentMegabytes(app)
  await app.stop()
  rmSync(folder, { recursive: true })
  return [
    {
      what: 'Start to first page',
      measured: withNoise(seconds, (value) => `${value.toFixed(2)} s`),
      target: 'under 0.3 s',
      ok: median(seconds) < 0.3,
    },
    memory('Memory, idle', idle, 120),
    memory(`Memory after ${PAGES} rendered pages`, afterwards, 140),
  ]
}

async function renderPages(app: AppServer): Promise<void> {
  let asked = 0
  const ask = async () => {
    while (asked < PAGES) {
      const path = publicPaths[asked % publicPaths.length] ?? '/'
      asked += 1
      await (await fetch(`${app.url}${path}`, { headers: { cookie: `${SESSION_COOKIE}=none` } })).text()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
}

function memory(what: string, megabytes: number, limit: number): Row {
  return {
    what,
    measured: `${megabytes.toFixed(0)} MB`,
    target: `at most ${limit} MB`,
    ok: megabytes <= limit,
  }
}
