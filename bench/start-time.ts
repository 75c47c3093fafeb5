import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startAppServer } from '../tests/support/app-server.ts'

import { median, type Row, withNoise } from './measure.ts'

/** From the command to the home page's last byte, as a second start has it. */
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
  rmSync(folder, { recursive: true })
  return [
    {
      what: 'Start to first page',
      measured: withNoise(seconds, (value) => `${value.toFixed(2)} s`),
      target: 'under 2 s',
      ok: median(seconds) < 2,
    },
  ]
}
