import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Counts = { passed: number; failed: number; skipped: number }
/** `failedFiles` holds names of inputs for the attack. */
export type Outcome = { counts: Counts; failures: readonly string[]; failedFiles: readonly string[] }

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
type AttackReport = { passed: number; failures: string[]; failedOnes: string[] }
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

/** Reads the report of Vitest, Playwright or the attack; null if there is none. */
export function readOutcome(report: string): Outcome | null {
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

function outcomeOfAttack({ passed, failures, failedOnes }: AttackReport): Outcome {
  return { counts: { passed, failed: failures.length, skipped: 0 }, failures, failedFiles: failedOnes }
}

function outcomeOfBrowser({ stats, suites }: PlaywrightReport): Outcome {
  const failuresIn = (suite: PlaywrightSuite): string[] => [
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
