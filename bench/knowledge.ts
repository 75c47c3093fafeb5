import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createVectorIndex, toBytes } from '../app/features/knowledge/embeddings/vector-index.ts'
import { startThrowawayPostgres } from '../scripts/throwaway-postgres.ts'
import type { KnowledgeSpeed } from '../tests/eval/speed.ts'
import type { UploadCost } from '../tests/eval/uploads.ts'

import type { Row } from './measure.ts'

const run = promisify(execFile)
const targets = { sqlite: 20, postgres: 60 }

/** Measures questions to 50,000 passages on each engine, and reading PDFs, in separate processes. */
export async function measureKnowledge(): Promise<Row[]> {
  const sqlite = await measureProgram<KnowledgeSpeed>('speed', {})
  const rows = [speedRow('sqlite', sqlite), ...loadRows(sqlite)]
  const postgres = await startThrowawayPostgres()
  if (postgres)
    rows.push(
      speedRow(
        'postgres',
        await measureProgram<KnowledgeSpeed>('speed', { BENCH_DATABASE_URL: postgres.url }),
      ),
    )
  await postgres?.stop()
  return [...rows, vectorRow(), ...uploadRows(await measureProgram<UploadCost>('uploads', {}))]
}

/** Runs a program in tests/eval, which prints its figures as JSON. */
export async function measureProgram<Figures>(
  program: string,
  env: Record<string, string>,
): Promise<Figures> {
  const path = join(import.meta.dirname, `../tests/eval/${program}.ts`)
  const { stdout } = await run(process.execPath, ['--expose-gc', path], { env: { ...process.env, ...env } })
  return JSON.parse(stdout) as Figures
}

function speedRow(engine: keyof typeof targets, { median, p95, cold, restored }: KnowledgeSpeed): Row {
  return {
    what: `A question to 50,000 passages on ${engine}`,
    measured: `${p95.toFixed(1)} ms p95, ${median.toFixed(1)} ms at the median; the first after a start ${(restored / 1000).toFixed(1)} s, without the stored index ${(cold / 1000).toFixed(1)} s`,
    target: `under ${targets[engine]} ms p95`,
    ok: p95 < targets[engine],
  }
}

function loadRows({ stored, coldPause, restoredPause, pause }: KnowledgeSpeed): Row[] {
  return [
    {
      what: 'Storing 50,000 passages on sqlite',
      measured: `${stored.toFixed(0)} s`,
      target: 'none',
      ok: true,
    },
    {
      what: 'The longest turn of the event loop, by processor time: while the index is built / read from its file / while 400 questions are answered',
      measured: [coldPause, restoredPause, pause].map((each) => `${each.toFixed(0)} ms`).join(' / '),
      target: 'at most 50 ms',
      ok: Math.max(coldPause, restoredPause, pause) <= 50,
    },
  ]
}

/** Measures what the vector search adds to a question, without the provider's time. */
function vectorRow(): Row {
  const dimensions = 512
  const random = () => toBytes(Array.from({ length: dimensions }, () => Math.random() - 0.5))
  const index = createVectorIndex(dimensions)
  for (let n = 0; n < 50_000; n += 1) index.add(String(n), random())
  const times = Array.from({ length: 200 }, () => {
    const asked = random()
    const start = performance.now()
    index.search(asked, 30)
    return performance.now() - start
  }).sort((a, b) => a - b)
  const [middle = Number.NaN, p95 = Number.NaN] = [0.5, 0.95].map(
    (share) => times[Math.floor(times.length * share)],
  )
  return {
    what: 'A question to 50,000 vectors',
    measured: `${p95.toFixed(1)} ms p95, ${middle.toFixed(1)} ms at the median`,
    target: 'under 60 ms p95 with the words',
    ok: p95 < 40,
  }
}

function uploadRows({ hundredPages, pause, settled, after }: UploadCost): Row[] {
  return [
    {
      what: 'A PDF of 100 pages, from upload to ready',
      measured: `${(hundredPages / 1000).toFixed(1)} s`,
      target: 'under 5 s',
      ok: hundredPages < 5000,
    },
    {
      what: 'Event loop while 20 PDFs are read, a bomb among them',
      measured: `${pause.toFixed(0)} ms p99`,
      target: 'under 100 ms p99',
      ok: pause < 100,
    },
    {
      what: 'Memory (RSS) after 100 uploads against 30',
      measured: `${after.toFixed(0)} MB against ${settled.toFixed(0)} MB`,
      target: 'at most a fifth more',
      ok: after <= settled * 1.2,
    },
  ]
}
