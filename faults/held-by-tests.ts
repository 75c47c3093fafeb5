import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Row } from '../bench/measure.ts'
import type { UploadCost } from '../tests/eval/uploads.ts'

type Report = { numPassedTests: number; numFailedTests: number; numTotalTests: number }

function heldByTests(what: string, target: string, files: readonly string[], name?: string): Row {
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

export async function faceProviderFaults(): Promise<Row[]> {
  const engines = process.env['TEST_DATABASE_URL'] ? 'on both engines' : 'on SQLite alone'
  return [
    heldByTests(
      'A provider refuses, 401, 429, 500, 529, slow first byte, stall, cut, bad JSON, HTML, lying encoding; four APIs',
      'the text that came is kept, the failure is told, the connection upstream ends',
      ['app/features/ai/providers/faults.test.ts'],
    ),
    heldByTests(
      'A provider floods, or fails before or after the first word',
      'the fallback answers where one is set, never after visible text',
      ['app/features/ai/providers/stream-reply.test.ts'],
    ),
    heldByTests(`What the visitor is told of it, ${engines}`, 'the specified reply', [
      'app/features/chat/replies/send-message.verb.test.ts',
    ]),
  ]
}

export async function refuseDatabases(): Promise<Row[]> {
  return [
    heldByTests(
      "A damaged, newer or another program's database",
      'refuses to start with the reason, overwrites nothing',
      ['tests/contracts/open-database.contract.ts', 'tests/contracts/migrate.contract.ts'],
    ),
    heldByTests(
      'A database damaged beside a write-ahead log, missing beside one, or with a damaged log',
      'refuses to start with the reason, each byte and the list of files as they were',
      ['tests/contracts/refused-start.contract.ts'],
    ),
    heldByTests(
      'The built server on a damaged database',
      'exit 1 with the reason, each byte as it was',
      ['tests/http/lifecycle.test.ts'],
      'damaged',
    ),
  ]
}

export async function upgradeOldDatabases(): Promise<Row[]> {
  return [
    heldByTests(
      'Databases and backups of three old versions, opened and restored by this one',
      'every row with its values, the owner signs in, keys open, waiting mails are sent once',
      ['tests/contracts/upgrade.contract.ts'],
    ),
    heldByTests(
      'SIGKILL ten times within the migrations of the oldest of them',
      'the same rows and tables as without',
      ['tests/contracts/killed-upgrade.contract.ts'],
    ),
  ]
}

export async function backUpUnderWrites(): Promise<Row[]> {
  return [
    heldByTests(
      'A backup under 25 inquiries a second, restored on an empty machine',
      'every row that was acknowledged before it began',
      ['tests/http/backup.test.ts'],
    ),
    heldByTests(
      'A restore with a wrong secret, a changed byte, a full disk, or killed on its way',
      'refused with the reason, all else as it was',
      ['tests/contracts/backup.contract.ts', 'tests/contracts/restore.contract.ts'],
    ),
    heldByTests(
      'A database that is missing beside its backups, its secret, its log or its pictures',
      'the start is refused and says what to do, nothing is made or deleted',
      ['tests/contracts/missing-database.contract.ts'],
    ),
    heldByTests(
      '14 good backups, and 20 nights of an emptied database or another installation',
      'no good one is deleted',
      ['app/platform/backup/list-backups.server.test.ts', 'app/features/admin/backups/backups.verb.test.ts'],
    ),
    heldByTests(
      'A restore from the admin: of a good backup, of a damaged one, and one that was killed',
      'the server starts anew with the backup, or with what was there before and the reason',
      ['tests/http/restore.test.ts'],
    ),
    heldByTests(
      'The newest backup is damaged, of another secret, or gone when it is restored on trial',
      'the owner is told, nothing is left behind',
      ['app/features/admin/backups/restore-test.verb.test.ts'],
    ),
  ]
}
