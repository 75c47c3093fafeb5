import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Row } from '../bench/measure.ts'
import type { UploadCost } from '../tests/eval/uploads.ts'

import { heldByTests } from './held-by-tests.ts'

export async function readBombs(): Promise<Row[]> {
  const program = join(import.meta.dirname, '../tests/eval/uploads.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program])
  const { pause } = JSON.parse(stdout) as UploadCost
  return [
    {
      what: '20 PDFs at once, a bomb among them: event loop',
      measured: `${pause.toFixed(0)} ms p99`,
      target: 'under 100 ms p99',
      ok: pause < 100,
    },
    heldByTests(
      'A reading that passes its limits of pages, time or memory',
      'its process is ended, the item says why',
      ['app/features/knowledge/reading/read-in-pool.server.test.ts'],
    ),
  ]
}
