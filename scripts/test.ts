import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'

import { startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'

/**
 * The whole suite: checks, unit and verb tests, tests over HTTP, journeys in a browser; on SQLite and on PostgreSQL. Says
 * how long each part took and ends with a line of counts.
 */
type Counts = { passed: number; failed: number; skipped: number }
type Part = { name: string; seconds: number; ok: boolean; counts: Counts | null }

const results = 'test-results'
const parts: Part[] = []

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const postgres = await findPostgres()
const env = { ...process.env, ...(postgres && { TEST_DATABASE_URL: postgres.url }), FORCE_COLOR: '0' }

runPart('checks', ['node', 'scripts/check.ts'])
runPart('unit, verb, contract and server tests', vitest(), `${results}/vitest.json`)
runPart('end to end', ['playwright', 'test'], `${results}/e2e.json`)
await postgres?.stop()
finish()

function vitest(): string[] {
  return ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${results}/vitest.json`]
}

function runPart(name: string, [command = '', ...args]: string[], report?: string): void {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  const seconds = (performance.now() - start) / 1000
  parts.push({ name, seconds, ok: status === 0, counts: report ? readCounts(report) : null })
}

/** TEST_DATABASE_URL, or a server of our own from the machine's programs; without either, loudly, half of the suite. */
async function findPostgres(): Promise<Pick<ThrowawayPostgres, 'url' | 'stop'> | null> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: async () => {} }
  const own = await startThrowawayPostgres()
  if (own) return own
  const rule = '!'.repeat(78)
  console.log(
    `${rule}\nNo PostgreSQL: neither TEST_DATABASE_URL nor local server programs were found.\nNOTHING IS TESTED ON POSTGRESQL in this run. Install postgresql, or set TEST_DATABASE_URL.\n${rule}`,
  )
  if (process.env['CI']) {
    console.log('In CI this is a failure.')
    process.exit(1)
  }
  return null
}

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number }
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

function readCounts(report: string): Counts | null {
  try {
    const read = JSON.parse(readFileSync(report, 'utf8')) as Partial<VitestReport & PlaywrightReport>
    if (read.stats)
      return {
        passed: read.stats.expected,
        failed: read.stats.unexpected + read.stats.flaky,
        skipped: read.stats.skipped,
      }
    return {
      passed: read.numPassedTests ?? 0,
      failed: read.numFailedTests ?? 0,
      skipped: read.numPendingTests ?? 0,
    }
  } catch {
    return null
  }
}

function finish(): never {
  console.log('')
  for (const { name, seconds, ok, counts } of parts) {
    const what = counts
      ? `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
      : ok
        ? 'ok'
        : 'failed'
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}: ${what} (${seconds.toFixed(0)} s)`)
  }
  const sum = (key: keyof Counts) => parts.reduce((total, { counts }) => total + (counts?.[key] ?? 0), 0)
  const seconds = parts.reduce((total, part) => total + part.seconds, 0).toFixed(0)
  const engines = postgres ? 'SQLite and PostgreSQL' : 'SQLite ONLY'
  const verdict = parts.every(({ ok }) => ok) ? 'passed' : 'FAILED'
  console.log(
    `Tests ${verdict} on ${engines}: ${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped, in ${seconds} s.`,
  )
  process.exit(verdict === 'passed' ? 0 : 1)
}
