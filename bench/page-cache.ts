import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type AppServer, freePort, startAppServer } from '../tests/support/app-server.ts'

import { generateLoad, median, residentMegabytes, type Row, withNoise } from './measure.ts'

const ROUNDS = 5
const load = { path: '/', connections: 50, milliseconds: 2000 }

/** The cached home page against the same HTML from Hono's own static files, in turns, and the memory after it. */
export async function measurePageCache(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const app = await startAppServer({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' })
  writeFileSync(join(folder, 'index.html'), await (await fetch(app.url)).text())
  const files = await startStaticFiles(folder)
  await untilCompressed(app)
  const rows: Row[] = []
  try {
    for (const encoding of ['br', 'identity']) rows.push(await compare(app, files.port, encoding))
    const memory = residentMegabytes(app)
    rows.push({
      what: 'Memory (RSS) after that load',
      measured: `${memory.toFixed(0)} MB`,
      target: 'under 150 MB',
      ok: memory < 150,
    })
  } finally {
    files.stop()
    await app.stop()
    rmSync(folder, { recursive: true })
  }
  return rows
}

/** A page is compressed well once it is asked for again; the load counts answers by one length. */
async function untilCompressed(app: AppServer): Promise<void> {
  const lengthOf = async () =>
    (await fetch(app.url, { headers: { 'accept-encoding': 'br' } })).headers.get('content-length')
  for (let before = await lengthOf(), same = 0; same < 3; same += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const now = await lengthOf()
    if (now !== before) [before, same] = [now, 0]
  }
}

async function compare(app: AppServer, staticPort: number, encoding: string): Promise<Row> {
  const cached: number[] = []
  const fromFile: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    cached.push((await generateLoad({ ...load, encoding, port: Number(new URL(app.url).port) })).perSecond)
    fromFile.push((await generateLoad({ ...load, encoding, port: staticPort })).perSecond)
  }
  const ratios = cached.map((perSecond, round) => perSecond / (fromFile[round] ?? Number.NaN))
  return {
    what: `Cached home page, \`accept-encoding: ${encoding}\`: pages a second against Hono's static files`,
    measured: `${median(cached).toFixed(0)} against ${median(fromFile).toFixed(0)}: ${withNoise(ratios, (ratio) => `${ratio.toFixed(1)}×`)}`,
    target: 'at least 8×',
    ok: median(ratios) >= 8,
  }
}

async function startStaticFiles(root: string): Promise<{ port: number; stop(): void }> {
  const port = await freePort()
  const script = new URL('static-files-server.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, String(port)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return { port, stop: () => child.kill() }
}
