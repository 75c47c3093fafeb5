import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { strToU8, unzipSync, zipSync } from 'fflate'

import { startAppServer } from '../tests/support/app-server.ts'

import type { Row } from './measure.ts'

const PAGES = 500
const SERVICES = 200
const MOST_SECONDS = 10

/** Measures the commands that import 500 pages and 200 services into a new installation and export them again. */
export async function measureContent(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  try {
    const env = { DATA_DIR: folder, LOG_LEVEL: 'warn' }
    const app = await startAppServer(env)
    await app.stop()
    const file = join(folder, 'content.zip')
    run(env, 'content:export', file)
    writeFileSync(file, zipSync({ ...unzipSync(readFileSync(file)), ...manyPages() }))
    const imported = run(env, 'content:import', file)
    const exported = run(env, 'content:export', file)
    const what = `${PAGES} pages and ${SERVICES} services`
    return [rowOf(`${what}: imported`, imported), rowOf(`${what}: exported`, exported)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(env: Record<string, string>, ...args: string[]): number {
  const start = performance.now()
  execFileSync(process.execPath, ['scripts/command.ts', ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return (performance.now() - start) / 1000
}

function manyPages(): Record<string, Uint8Array> {
  const numbers = Array.from({ length: PAGES + SERVICES }, (_, n) => n)
  return Object.fromEntries(
    numbers.map((n) => {
      const isService = n >= PAGES
      const sections = [1, 2, 3, 4, 5].map((at) => ({
        id: `text-${at}`,
        type: 'rich-text',
        version: 1,
        props: {
          title: `Part ${at}`,
          text: `Page ${n} says within {replyWithin} what it is for.\n\n`.repeat(12),
        },
      }))
      const words = { name: `Page ${n}`, description: `What page ${n} is about.` }
      const document = { ...words, ...(isService && { service: { summary: 'Work.' } }), blocks: sections }
      const kind = isService ? 'service' : 'page'
      const page = { kind, path: `/many/page-${n}`, position: 100 + n, isPublished: true, document }
      return [`pages/page-${n}.json`, strToU8(JSON.stringify(page))]
    }),
  )
}

function rowOf(what: string, seconds: number): Row {
  const target = `at most ${MOST_SECONDS} s`
  return { what, measured: `${seconds.toFixed(1)} s`, target, ok: seconds <= MOST_SECONDS }
}
