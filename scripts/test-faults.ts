import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { faultsOfOperation } from '../tests/deliberate-faults/accounts-and-operation.ts'
import type { Fault } from '../tests/deliberate-faults/fault.ts'
import { faultsForVisitors } from '../tests/deliberate-faults/visitors-and-content.ts'
import { copyRepository } from '../tests/support/copy-repository.ts'

import { type Outcome, readOutcome } from './test-reports.ts'

/** Breaks a copy of the sources in one place at a time, and fails unless the tests named for it notice each fault. */
type Row = { fault: Fault; result: string; isCaught: boolean; seconds: number }

const PATIENCE = 600_000

const allFaults = [...faultsForVisitors, ...faultsOfOperation]
const faults = chooseFaults(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'foyer-deliberate-faults-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
copyRepository(folder)
process.chdir(folder)

const unplaced = faults.filter(({ file, from }) => readFileSync(file, 'utf8').split(from).length !== 2)
for (const { name, file } of unplaced)
  console.error(`${name}: its text does not occur exactly once in ${file}.`)
if (unplaced.length > 0) process.exit(1)

if (faults.some(({ needsBuild }) => needsBuild) && !build()) process.exit(1)
console.log('The named tests without a fault …')
for (const suite of [undefined, 'all'] as const) {
  const named = faults.filter((fault) => fault.suite === suite)
  if (named.length === 0) continue
  const failures = whyNotPassed(runTests(named, suite))
  for (const failure of failures) console.error(`Without a fault: ${failure}`)
  if (failures.length > 0) process.exit(1)
}

const rows: Row[] = []
for (const fault of faults) {
  rows.push(tryFault(fault))
  // A signal that came meanwhile is handled now.
  await setImmediate()
}
printTable(rows)
process.exit(rows.every(({ isCaught }) => isCaught) ? 0 : 1)

function chooseFaults(names: readonly string[]): Fault[] {
  const unknown = names.filter((name) => !allFaults.some((fault) => fault.name === name))
  if (unknown.length === 0)
    return allFaults
      .filter(({ name }) => names.length === 0 || names.includes(name))
      .toSorted((one, other) => Number(one.needsBuild === true) - Number(other.needsBuild === true))
  console.error(`No fault is called ${unknown.join(', ')}. There are:`)
  for (const { name, what } of allFaults) console.error(`  ${name}: ${what}`)
  process.exit(2)
}

function build(): boolean {
  return spawnSync('node', ['scripts/build.ts'], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

function runTests(named: readonly Fault[], suite: 'all' | undefined, ...more: string[]): Outcome | null {
  const report = 'test-results/deliberate-fault.json'
  rmSync(report, { force: true })
  const projects = new Set(named.map(({ project }) => `--project=${project}`))
  const tests = new Set(named.flatMap((fault) => fault.tests))
  const reporters = ['--reporter=json', `--outputFile.json=${report}`]
  const env = { ...process.env, TEST_DATABASE_URL: undefined, TEST_SUITE: suite ?? 'main' }
  spawnSync('vitest', ['run', ...projects, ...reporters, ...more, ...tests], { env, timeout: PATIENCE })
  return readOutcome(report)
}

function whyNotPassed(outcome: Outcome | null): readonly string[] {
  if (outcome === null) return ['The tests did not end.']
  const { counts, failures } = outcome
  return counts.passed > 0 ? failures : ['There are no such tests.']
}

function tryFault(fault: Fault): Row {
  const { name, file, from, to, needsBuild, suite } = fault
  const start = performance.now()
  const source = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    source.replace(from, () => to),
  )
  try {
    const outcome = needsBuild && !build() ? null : runTests([fault], suite, '--bail=1')
    const isCaught = outcome !== null && outcome.counts.failed > 0
    const [first = 'no test failed'] =
      outcome === null ? ['no build, or no end of the tests'] : outcome.failures
    const result = isCaught ? first.split('\n', 1).join('') : `NOT CAUGHT: ${first}`
    const row = { fault, result, isCaught, seconds: (performance.now() - start) / 1000 }
    console.log(`${isCaught ? 'caught    ' : 'NOT CAUGHT'} ${name} (${row.seconds.toFixed(0)} s)`)
    return row
  } finally {
    writeFileSync(file, source)
  }
}

function printTable(all: readonly Row[]): void {
  console.log('\n| Fault | Caught by | Seconds |\n| --- | --- | --- |')
  for (const { fault, result, seconds } of all) {
    const where = fault.suite === 'all' ? ' (`npm run test:all`)' : ''
    console.log(`| ${fault.name}: ${fault.what} | ${result}${where} | ${seconds.toFixed(0)} |`)
  }
  const caught = all.filter(({ isCaught }) => isCaught).length
  console.log(`\n${caught} of ${all.length} faults caught, in ${(performance.now() / 1000).toFixed(0)} s.`)
}
