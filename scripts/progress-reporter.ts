import { relative } from 'node:path'

import type { Reporter, TestModule, TestSpecification } from 'vitest/node'

/** Milliseconds between two lines. */
const PAUSE = 10_000

/** Prints how many of how many files are done, and each failure at once with the command that repeats it. */
// Vitest loads a reporter by its default export.
// oxlint-disable-next-line import/no-default-export
export default class ProgressReporter implements Reporter {
  private files = 0
  private done = 0
  private tests = 0
  private told = 0

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.files = specifications.length
    this.told = Date.now()
  }

  onTestModuleEnd(module: TestModule): void {
    this.done += 1
    this.tests += [...module.children.allTests('passed')].length
    if (!module.ok()) this.tellFailures(module)
    if (this.done < this.files && Date.now() - this.told < PAUSE) return
    this.told = Date.now()
    console.log(`   ${this.done} of ${this.files} files, ${this.tests} tests passed`)
  }

  private tellFailures(module: TestModule): void {
    const path = relative('.', module.moduleId)
    const failed = [...module.children.allTests('failed')]
    for (const test of failed)
      console.log(`FAILED ${path}: ${test.fullName}`, test.result().errors?.[0]?.message)
    for (const { message } of module.errors()) console.log(`FAILED ${path}: ${message}`)
    console.log(`   Run it alone: npx vitest run ${path} --project=${module.project.name}`)
  }
}
