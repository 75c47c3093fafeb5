import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { type AppServer, startAppServer } from '../tests/support/app-server.ts'

import { cpuSeconds, generateLoad, median, residentMegabytes, type Row, withNoise } from './measure.ts'
import { startNginx } from './nginx.ts'

const ROUNDS = 5
const MILLISECONDS = 2000
/** Milliseconds in which a server that was just started gives back the memory of its start. */
const SETTLED = 10_000

type Server = { port: number; process: AppServer['process'] }

/** Compares the cached home page with the same bytes from nginx, in turns, in CPU time; then measures memory. */
export async function measurePageCache(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const app = await startAppServer({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' })
  const ours = { port: Number(new URL(app.url).port), process: app.process }
  await untilCompressed(app)
  await pause(SETTLED)
  const rows: Row[] = []
  try {
    for (const encoding of ['br', 'identity'])
      for (const connections of [32, 256]) rows.push(await compare(ours, { encoding, connections, folder }))
    const memory = residentMegabytes(app)
    rows.push({
      what: 'Memory (RSS) after that load, on a server that was quiet before',
      measured: `${memory.toFixed(0)} MB`,
      target: 'under 140 MB',
      ok: memory < 140,
    })
  } finally {
    await app.stop()
    rmSync(folder, { recursive: true })
  }
  return rows
}

/** A page is recompressed better after its first request, but the load generator needs responses of one length. */
export async function untilCompressed(app: AppServer): Promise<void> {
  const lengthOf = async () =>
    (await fetch(app.url, { headers: { 'accept-encoding': 'br' } })).headers.get('content-length')
  for (let before = await lengthOf(), same = 0; same < 3; same += 1) {
    await pause(200)
    const now = await lengthOf()
    if (now !== before) [before, same] = [now, 0]
  }
}

async function compare(
  ours: Server,
  { encoding, connections, folder }: { encoding: string; connections: number; folder: string },
): Promise<Row> {
  const what = `Cached home page, \`accept-encoding: ${encoding}\`, ${connections} connections: CPU seconds for 100,000 answers`
  const target = 'at most 1.5 times nginx'
  const nginx = await startNginx({ url: `http://127.0.0.1:${ours.port}/`, encoding, folder })
  if (!nginx) return { what, measured: 'nginx is not installed here', target, ok: false }
  const costs = { ours: [] as number[], nginx: [] as number[] }
  const rates: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = { encoding, connections }
      const own = await costOf(ours, load)
      costs.ours.push(own.cost)
      rates.push(own.perSecond)
      costs.nginx.push((await costOf(nginx, load)).cost)
    }
  } finally {
    await nginx.stop()
  }
  const ratios = costs.ours.map((cost, round) => cost / (costs.nginx[round] ?? Number.NaN))
  return {
    what,
    measured: `${median(costs.ours).toFixed(2)} against ${median(costs.nginx).toFixed(2)}: ${withNoise(ratios, (ratio) => `${ratio.toFixed(2)}×`)}, ${median(rates).toFixed(0)} a second`,
    target,
    ok: median(ratios) <= 1.5,
  }
}

/** CPU seconds for 100,000 responses, the figure least affected by other processes. */
export async function costOf(server: Server, load: { encoding: string; connections: number }) {
  const before = cpuSeconds(server)
  const { perSecond } = await generateLoad({
    ...load,
    path: '/',
    port: server.port,
    milliseconds: MILLISECONDS,
  })
  const answers = (perSecond * MILLISECONDS) / 1000
  return { cost: ((cpuSeconds(server) - before) * 100_000) / answers, perSecond }
}
