import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { describeMachine } from '../bench/measure.ts'
import { startThrowawayPostgres } from '../scripts/throwaway-postgres.ts'
import { addressGrammars } from './addresses.ts'
import { crowdGrammars } from './crowds.ts'
import { fileGrammars } from './files.ts'
import { formGrammars, jsonGrammars, multipartGrammars } from './bodies.ts'
import type { Grammar } from './grammar.ts'
import { type Finding, grow, mayDelay } from './grow.ts'
import { headerGrammars } from './headers.ts'
import { importGrammars } from './imports.ts'
import { markdownGrammars } from './markdown.ts'
import { pageGrammars } from './pages.ts'
import { allSurfaces } from './surface.ts'
import { startTarget } from './target.ts'
import { translatorGrammars } from './translators.ts'

/**
 * `npm run attack -- headers files` runs only these; `--short` is part of `npm run test:all`, `--only <text>`
 * filters by name and may be repeated, `--limits` keeps the throttles on.
 */
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    limits: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [''] },
    engine: { type: 'string' },
    report: { type: 'string' },
  },
})
// Fails before the attack if a route is not covered.
allSurfaces()

const pages = await pageGrammars()
const families: Readonly<Record<string, readonly Grammar[]>> = {
  forms: formGrammars(),
  multipart: multipartGrammars(),
  json: jsonGrammars(),
  addresses: addressGrammars(),
  headers: headerGrammars(),
  markdown: markdownGrammars(),
  imports: importGrammars(),
  translators: translatorGrammars(),
  pages: pages.grammars,
  files: fileGrammars(),
  crowds: crowdGrammars(),
}
const unknown = wanted.filter((name) => !(name in families))
if (unknown.length > 0) {
  console.error(`No family is called ${unknown.join(', ')}. There are: ${Object.keys(families).join(', ')}.`)
  process.exit(2)
}

/** One server is attacked in each lane. The short run has two, because it mostly waits for responses. */
const lanes = options.short ? [0, 1] : [0]
const engines = options.engine ? [options.engine] : options.short ? ['sqlite'] : ['sqlite', 'postgres']
const findings: (Finding & { family: string; engine: string })[] = []
for (const engine of engines)
  await Promise.all(lanes.map((lane) => attack(engine === 'postgres' ? 'postgres' : 'sqlite', lane)))
pages.close()
printFindings(`${new Date().toISOString().slice(0, 10)}, ${describeMachine()}`, findings)
const failed = findings.filter(({ faults }) => faults.length > 0)
if (options.report) {
  const failures = failed.map((finding) => lineOfFinding(finding))
  const failedOnes = failed.map(({ grammar: { route, what } }) => `${route} ${what}`)
  writeFileSync(
    options.report,
    JSON.stringify({ passed: findings.length - failed.length, failures, failedOnes }),
  )
}
console.log(`${findings.length} kinds of input, ${failed.length} with a fault.`)
process.exit(failed.length === 0 ? 0 : 1)

async function attack(engine: 'sqlite' | 'postgres', lane: number): Promise<void> {
  const own =
    engine === 'postgres' && !process.env['TEST_DATABASE_URL'] ? await startThrowawayPostgres() : null
  if (own) process.env['TEST_DATABASE_URL'] = own.url
  if (engine === 'postgres' && !process.env['TEST_DATABASE_URL']) {
    console.error('There is no PostgreSQL here: it was not attacked.')
    return
  }
  const target = await startTarget(engine, { limits: options.limits })
  for (const [family, all] of Object.entries(families)) {
    if (wanted.length > 0 && !wanted.includes(family)) continue
    const start = performance.now()
    const chosen = all.filter(({ route, what }) =>
      options.only.some((text) => `${route} ${what}`.includes(text)),
    )
    const sent = (options.short ? sampled(chosen) : chosen).filter((_, at) => at % lanes.length === lane)
    let sender = ''
    for (const grammar of sent.toSorted((one, other) => other.who.localeCompare(one.who))) {
      // A fresh process, so that memory taken by the owner's inputs does not count as a stranger's.
      const isNext = grammar.who !== sender
      sender = grammar.who
      if (isNext && (family === 'crowds' || !options.short)) await target.restart()
      const finding = { ...(await grow(target, grammar, { isShort: options.short })), family, engine }
      findings.push(finding)
      if (finding.faults.length > 0) console.error(lineOfFinding(finding))
    }
    console.error(`${engine} ${family}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
  await target.stop()
  await own?.stop()
}

/** Takes a few shapes per path, different ones each time, so that every path and every shape is used. */
function sampled(grammars: readonly Grammar[]): Grammar[] {
  const byRoute = Map.groupBy(grammars, ({ route, who }) => `${route} ${who}`)
  return [...byRoute.values()].flatMap((all, turn) => {
    const stride = Math.max(1, Math.floor(all.length / (all.length > 60 ? 6 : 2)))
    return all.filter((_, at) => (at + turn) % stride === 0)
  })
}

type Found = Finding & { family: string; engine: string }

function printFindings(title: string, shown: readonly Found[]): void {
  console.log(`\n${title}\n`)
  console.log('| What | Largest input | Worst delay of a cached page | Growth | Status | Target | |')
  console.log('| --- | --- | --- | --- | --- | --- | --- |')
  const groups = Map.groupBy(
    shown,
    ({ engine, family, grammar }) => `${grammar.route} (${engine}, ${family}, ${grammar.who})`,
  )
  for (const [what, group] of groups) {
    const well = group.filter(({ faults }) => faults.length === 0)
    if (well.length > 0) console.log(lineOf(`${what}: ${well.length} kinds of input`, well))
    for (const finding of group.filter(({ faults }) => faults.length > 0))
      console.log(`| ${lineOfFinding(finding)} |`)
  }
}

function lineOfFinding(finding: Found): string {
  const { engine, family, grammar, faults } = finding
  const line = lineOf(`${grammar.route} (${engine}, ${family}, ${grammar.who}): ${grammar.what}`, [finding])
  return `${line.slice(2, -2)}: ${faults.join(', ')}`
}

function lineOf(what: string, shown: readonly Finding[]): string {
  const most = (pick: (finding: Finding) => number | null) =>
    Math.max(...shown.map((finding) => pick(finding) ?? 0))
  const [{ grammar }] = shown as [Finding]
  const growth = most((finding) => finding.growth)
  const statuses = [...new Set(shown.flatMap((finding) => finding.statuses))].sort((a, b) => a - b)
  const isMet = shown.every(({ faults }) => faults.length === 0)
  return `| ${[
    what,
    `${most(({ largest }) => largest).toLocaleString('en')} ${grammar.sizes.unit}`,
    `${most(({ delay }) => delay).toFixed(0)} ms`,
    growth === 0
      ? `too quick to tell (${most(({ cpu }) => cpu)} ms)`
      : `${growth.toFixed(1)}× a doubling, ${most(({ cpu }) => cpu)} ms at most`,
    statuses.map((status) => status || 'cut').join(', '),
    `at most ${mayDelay(grammar)} ms, linear`,
    isMet ? 'met' : 'MISSED',
  ].join(' | ')} |`
}
