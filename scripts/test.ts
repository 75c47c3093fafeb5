import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { proxyKinds, whyNoProxy } from '../tests/support/proxies.ts'

import { type Counts, type Outcome, readOutcome } from './test-reports.ts'
import { startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'

/** Runs what must pass before a commit; with `--all` also the rest, with `--rest` only that. */
type Command = { name: string; run: readonly string[]; report?: string }
type Part = { name: string; seconds: number; processor: number; ok: boolean; isUnstable?: boolean } & (
  | Outcome
  | { counts: null; failures: readonly []; failedFiles: readonly [] }
)

const MOST_TRIED_AGAIN = 3

const { values: options } = parseArgs({
  options: { changed: { type: 'string' }, all: { type: 'boolean' }, rest: { type: 'boolean' } },
  args: withDefaults(),
})
const results = 'test-results'
const parts: Part[] = []

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const postgres = await findPostgres()
const env = { ...process.env, ...(postgres && { TEST_DATABASE_URL: postgres.url }), FORCE_COLOR: '0' }

if (options.changed !== undefined)
  runParts([checks(), vitest('changed tests', `--changed=${options.changed}`)])
else {
  const main = options.rest ? [] : runParts(mainParts(), 'main')
  if (options.all) tryAgain(main, 'main')
  if (options.all || options.rest) tryAgain(runParts(restParts(), 'rest'), 'rest')
}
await postgres?.stop()
finish()

function mainParts(): Command[] {
  return [
    checks(),
    vitest('unit tests', '--project=unit'),
    vitest('verbs and contracts', '--project=sqlite'),
    vitest('HTTP', '--project=server', '--project=server-sqlite'),
    ...(postgres ? [vitest('what differs on PostgreSQL', '--project=postgres')] : []),
    journeys('main journeys'),
  ]
}

function restParts(): Command[] {
  for (const kind of proxyKinds) {
    const reason = whyNoProxy(kind)
    if (reason) warn(reason, 'NOTHING IS TESTED BEHIND IT in this run.')
  }
  const report = `${results}/attack.json`
  return [
    ...(postgres
      ? [vitest('all else on PostgreSQL', '--project=postgres', '--project=server-postgres')]
      : []),
    vitest('whole lives', '--project=whole*'),
    vitest('under load', '--project=load*'),
    { name: 'attack', run: ['node', 'attack/run.ts', '--short', `--report=${report}`], report },
    journeys('all other journeys'),
  ]
}

/** Runs failed tests again by themselves. Those that pass then are listed as unstable, which is a bug of its own. */
function tryAgain(tried: readonly Part[], suite: 'main' | 'rest'): void {
  for (const part of tried) {
    if (part.ok || part.failedFiles.length === 0 || part.failures.length > MOST_TRIED_AGAIN) continue
    const run = commandFor(part)
    const [again] = runParts([{ name: `${part.name}, those that failed once more`, run }], suite)
    part.ok = part.isUnstable = again?.ok === true
  }
}

function commandFor({ name, failedFiles }: Part): string[] {
  if (name === 'attack')
    return ['node', 'attack/run.ts', '--short', ...failedFiles.map((one) => `--only=${one}`)]
  return name.endsWith('journeys')
    ? ['playwright', 'test', '--last-failed', '--reporter=line', '--trace=retain-on-failure']
    : ['vitest', 'run', ...failedFiles]
}

/** `--changed` alone means since the last commit. */
function withDefaults(): string[] {
  return process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=HEAD' : arg))
}

function checks(): Command {
  return { name: 'checks', run: ['node', 'scripts/check.ts'] }
}

function vitest(name: string, ...more: string[]): Command {
  const report = `${results}/${name.replaceAll(' ', '-')}.json`
  const reporters = [
    '--reporter=./scripts/progress-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  return { name, run: ['vitest', 'run', ...reporters, ...more], report }
}

function journeys(name: string): Command {
  return { name, run: ['playwright', 'test'], report: `${results}/e2e.json` }
}

function runParts(commands: readonly Command[], suite?: 'main' | 'rest'): Part[] {
  return commands.map(({ name, run: [command = '', ...args], report }, index) => {
    console.log(`\n== ${index + 1} of ${commands.length}: ${name}`)
    const start = performance.now()
    const before = processorSeconds()
    const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...env, TEST_SUITE: suite } })
    const part: Part = {
      name,
      seconds: (performance.now() - start) / 1000,
      processor: processorSeconds() - before,
      ok: status === 0,
      ...((report && readOutcome(report)) || { counts: null, failures: [], failedFiles: [] }),
    }
    parts.push(part)
    return part
  })
}

/** Returns what ended children and the test's PostgreSQL have used so far (proc(5), fields 14 to 17); 0 without /proc. */
function processorSeconds(): number {
  const ticks = (pid: number | 'self') => {
    try {
      const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      const times = after.split(' ').slice(pid === 'self' ? 13 : 11, 15)
      return times.reduce((sum, ticksOfOne) => sum + Number(ticksOfOne), 0)
    } catch {
      return 0
    }
  }
  return (ticks('self') + (postgres?.pid ? ticks(postgres.pid) : 0)) / 100
}

async function findPostgres(): Promise<
  (Pick<ThrowawayPostgres, 'url' | 'stop'> & { pid?: number | undefined }) | null
> {
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

function finish(): never {
  console.log('')
  for (const { name, seconds, processor, ok, isUnstable, counts } of parts) {
    const what = counts
      ? `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
      : ok
        ? 'ok'
        : 'failed'
    const mark = isUnstable ? 'UNSTABLE' : ok ? 'ok    ' : 'FAILED'
    console.log(`${mark} ${name}: ${what} (${seconds.toFixed(0)} s, ${processor.toFixed(0)} s of processor)`)
  }
  // Repeat failures at the end, because some logs keep only the last lines.
  for (const { failures, isUnstable } of parts)
    for (const failure of failures)
      console.log(`  ${isUnstable ? 'UNSTABLE, passed alone' : 'failed'}: ${failure}`)
  const sum = (pick: (part: Part) => number) => parts.reduce((total, part) => total + pick(part), 0)
  const count = (key: keyof Counts) => sum(({ counts }) => counts?.[key] ?? 0)
  const engines = postgres ? 'SQLite and PostgreSQL' : 'SQLite ONLY'
  const verdict = parts.every(({ ok }) => ok) ? 'passed' : 'FAILED'
  console.log(
    `Tests ${verdict} on ${engines}: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped, in ${sum(({ seconds }) => seconds).toFixed(0)} s (${sum(({ processor }) => processor).toFixed(0)} s of processor).`,
  )
  process.exit(verdict === 'passed' ? 0 : 1)
}
