import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startAppServer } from '../tests/support/app-server.ts'

import { median, type Row } from './measure.ts'

const INQUIRIES = 200

/** Measures inquiries one after another, each stored and flushed (synchronous=FULL) before its response. */
export async function measureInquiry(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const app = await startAppServer({ DATA_DIR: folder, LOG_LEVEL: 'warn', LIMITS: 'off' })
  const milliseconds: number[] = []
  for (let n = 0; n < INQUIRIES; n += 1) {
    const { token } = (await (await fetch(`${app.url}/api/contact-form`)).json()) as { token: string }
    const body = new URLSearchParams({
      name: `Visitor ${n}`,
      email: `visitor${n}@example.com`,
      message: `Message ${n}. `.repeat(40),
      consent: 'on',
      token,
    })
    const start = performance.now()
    const response = await fetch(`${app.url}/api/inquiries`, { method: 'POST', body })
    await response.arrayBuffer()
    milliseconds.push(performance.now() - start)
    if (!response.ok) throw new Error(`An inquiry was answered with ${response.status}.`)
  }
  await app.stop()
  rmSync(folder, { recursive: true })
  const p95 = [...milliseconds].sort((a, b) => a - b)[Math.floor(INQUIRIES * 0.95)] ?? Number.NaN
  return [
    {
      what: "An inquiry's POST, flushed to disk",
      measured: `${median(milliseconds).toFixed(1)} ms at the median, ${p95.toFixed(1)} ms p95`,
      target: 'under 50 ms at the median',
      ok: median(milliseconds) < 50,
    },
  ]
}
