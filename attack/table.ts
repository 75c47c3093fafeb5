import { type Finding, mayDelay } from './grow.ts'

type Found = Finding & { family: string; engine: string }

/** One row for each address and family of inputs, showing its worst input, and one row for each input that failed. */
export function printFindings(title: string, findings: readonly Found[]): void {
  console.log(`\n${title}\n`)
  console.log('| What | Largest input | Worst delay of a cached page | Growth | Status | Target | |')
  console.log('| --- | --- | --- | --- | --- | --- | --- |')
  const groups = Map.groupBy(
    findings,
    ({ engine, family, grammar }) => `${grammar.route} (${engine}, ${family}, ${grammar.who})`,
  )
  for (const [what, group] of groups) {
    const well = group.filter(({ faults }) => faults.length === 0)
    if (well.length > 0) console.log(lineOf(`${what}: ${well.length} kinds of input`, well))
    for (const finding of group.filter(({ faults }) => faults.length > 0))
      console.log(`| ${lineOfFinding(finding)} |`)
  }
}

export function lineOfFinding(finding: Found): string {
  const { engine, family, grammar, faults } = finding
  const line = lineOf(`${grammar.route} (${engine}, ${family}, ${grammar.who}): ${grammar.what}`, [finding])
  return `${line.slice(2, -2)}: ${faults.join(', ')}`
}

function lineOf(what: string, findings: readonly Finding[]): string {
  const most = (pick: (finding: Finding) => number | null) =>
    Math.max(...findings.map((finding) => pick(finding) ?? 0))
  const [{ grammar }] = findings as [Finding]
  const growth = most((finding) => finding.growth)
  const statuses = [...new Set(findings.flatMap((finding) => finding.statuses))].sort((a, b) => a - b)
  const isMet = findings.every(({ faults }) => faults.length === 0)
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
