import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'

import { proxyKinds, whyNoProxy } from '../tests/support/proxies.ts'

import { startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'

/** Runs the whole suite on SQLite and on PostgreSQL, and prints the time of each part and a final line of counts. */
type Counts = { passed: number; failed: number; skipped: number }
type Outcome = { counts: Counts; failures: readonly string[]; failedFiles: readonly string[] }
type Part = { name: string; seconds: number; ok: boolean; isUnstable?: boolean } & (
  | Outcome
  | { counts: null; failures: readonly []; failedFiles: readonly [] }
)

/** With more failures than this, a second run is pointless. */
const FEW = 3

const { values: options } = parseArgs({ options: { changed: { type: 'string' } }, args: withDefaults() })
const results = 'test-results'
const parts: Part[] = []

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const postgres = await findPostgres()
for (const kind of proxyKinds) {
  const reason = whyNoProxy(kind)
  if (reason) warn(reason, 'NOTHING IS TESTED BEHIND IT in this run.')
}
const env = { ...process.env, ...(postgres && { TEST_DATABASE_URL: postgres.url }), FORCE_COLOR: '0' }

runPart('checks', ['node', 'scripts/check.ts'])
if (options.changed === undefined) runWhole()
else runPart('changed tests', vitest(`--changed=${options.changed}`), `${results}/vitest.json`)
await postgres?.stop()
finish()

function runWhole(): void {
  const tests = runPart('unit, verb, contract and server tests', vitest(), `${results}/vitest.json`)
  runPart(
    'attack',
    ['node', 'attack/run.ts', '--short', `--report=${results}/attack.json`],
    `${results}/attack.json`,
  )
  const journeys = runPart('end to end', ['playwright', 'test'], `${results}/e2e.json`)
  tryAgain(tests, ['vitest', 'run', ...tests.failedFiles])
  tryAgain(journeys, ['playwright', 'test', '--last-failed', '--reporter=line', '--trace=retain-on-failure'])
}

/** Runs failed tests again by themselves. Those that pass then are listed as unstable, which is a bug of its own. */
function tryAgain(part: Part, command: readonly string[]): void {
  if (part.ok || !part.counts || part.failedFiles.length === 0 || part.counts.failed > FEW) return
  const { ok } = runPart(`${part.name}, those that failed once more`, command)
  part.isUnstable = ok
  part.ok = ok
}

/** `--changed` alone means since the last commit. */
function withDefaults(): string[] {
  return process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg))
}

function vitest(...more: string[]): string[] {
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${results}/vitest.json`]
  return ['vitest', 'run', ...reporters, ...more]
}

function runPart(name: string, [command = '', ...args]: readonly string[], report?: string): Part {
  console.log(`\n== ${name}`)
  const start = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env })
  const seconds = (performance.now() - start) / 1000
  const nothing = { counts: null, failures: [], failedFiles: [] } as const
  const part: Part = { name, seconds, ok: status === 0, ...((report && readOutcome(report)) || nothing) }
  parts.push(part)
  return part
}

async function findPostgres(): Promise<Pick<ThrowawayPostgres, 'url' | 'stop'> | null> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: async () => {} }
  const own = await startThrowawayPostgres()
  if (own) return own
  warn(
    'No PostgreSQL: neither TEST_DATABASE_URL nor local server programs were found.',
    'NOTHING IS TESTED ON POSTGRESQL in this run. Install postgresql, or set TEST_DATABASE_URL.',
  )
  if (process.env['CI']) {
    console.log('In CI this is a failure.')
    process.exit(1)
  }
  return null
}

function warn(...lines: string[]): void {
  const rule = '!'.repeat(78)
  console.log([rule, ...lines, rule].join('\n'))
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}
type AttackReport = { passed: number; failures: string[] }
type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs?: { title: string; tests: { projectName: string; status: string; results: BrowserResult[] }[] }[]
}
type BrowserResult = {
  duration: number
  errors?: { message?: string; location?: { file: string; line: number } }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

function readOutcome(report: string): Outcome | null {
  try {
    const read = JSON.parse(readFileSync(report, 'utf8')) as VitestReport | PlaywrightReport | AttackReport
    if ('passed' in read) return outcomeOfAttack(read)
    return 'stats' in read ? outcomeOfBrowser(read) : outcomeOfVitest(read)
  } catch {
    return null
  }
}

function outcomeOfVitest({ testResults, ...read }: VitestReport): Outcome {
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative('.', name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) return [`${file}: ${message.split('\n', 1)[0]}`]
    return failed.map(({ fullName, failureMessages }) =>
      [`${file}: ${fullName}`, ...failureMessages.map(shorten)].join('\n'),
    )
  })
  return {
    counts: { passed: read.numPassedTests, failed: read.numFailedTests, skipped: read.numPendingTests },
    failures,
    failedFiles: testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => relative('.', name)),
  }
}

function outcomeOfAttack({ passed, failures }: AttackReport): Outcome {
  return { counts: { passed, failed: failures.length, skipped: 0 }, failures, failedFiles: [] }
}

function outcomeOfBrowser({ stats, suites }: PlaywrightReport): Outcome {
  const failuresIn = (suite: PlaywrightSuite): string[] => [
    // A spec's own `ok` covers only its first project.
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results: runs }) =>
          [`${suite.file}: ${title} [${projectName}]`, ...runs.flatMap(reasonsOf)].join('\n'),
        ),
    ),
    ...(suite.suites ?? []).flatMap(failuresIn),
  ]
  return {
    counts: { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped },
    failures: suites.flatMap(failuresIn),
    failedFiles: suites.filter((suite) => failuresIn(suite).length > 0).map(({ file }) => file),
  }
}

function reasonsOf({ duration, errors = [] }: BrowserResult): string[] {
  return errors.map(({ message = '', location }) => {
    const where = location ? `${relative('.', location.file)}:${location.line}` : 'no location reported'
    return shorten(`${where}, after ${(duration / 1000).toFixed(0)} s: ${message}`)
  })
}

function shorten(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines
    .slice(0, 8)
    .map((line) => `      ${line.slice(0, 200)}`)
    .join('\n')
}

function finish(): never {
  console.log('')
  for (const { name, seconds, ok, isUnstable, counts } of parts) {
    const what = counts
      ? `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
      : ok
        ? 'ok'
        : 'failed'
    const mark = isUnstable ? 'UNSTABLE' : ok ? 'ok    ' : 'FAILED'
    console.log(`${mark} ${name}: ${what} (${seconds.toFixed(0)} s)`)
  }
  // Repeat failures at the end, because some logs keep only the last lines.
  for (const { failures, isUnstable } of parts)
    for (const failure of failures)
      console.log(`  ${isUnstable ? 'UNSTABLE, passed alone' : 'failed'}: ${failure}`)
  const sum = (key: keyof Counts) => parts.reduce((total, { counts }) => total + (counts?.[key] ?? 0), 0)
  const seconds = parts.reduce((total, part) => total + part.seconds, 0).toFixed(0)
  const engines = postgres ? 'SQLite and PostgreSQL' : 'SQLite ONLY'
  const verdict = parts.every(({ ok }) => ok) ? 'passed' : 'FAILED'
  console.log(
    `Tests ${verdict} on ${engines}: ${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped, in ${seconds} s.`,
  )
  process.exit(verdict === 'passed' ? 0 : 1)
}
