import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Row } from '../bench/measure.ts'

type Report = { numPassedTests: number; numFailedTests: number; numTotalTests: number }

/** What tests of the suite hold already is not done a second way: they are run, and counted. */
export function heldByTests(what: string, target: string, files: readonly string[], name?: string): Row {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-faults-'))
  const report = join(folder, 'report.json')
  spawnSync(
    'vitest',
    ['run', '--reporter=json', `--outputFile.json=${report}`, ...(name ? ['-t', name] : []), ...files],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as Report
  rmSync(folder, { recursive: true })
  return {
    what,
    measured: `${passed} tests passed, ${failed} failed`,
    target,
    ok: failed === 0 && passed > 0,
  }
}
