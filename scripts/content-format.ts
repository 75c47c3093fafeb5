import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { runnerImport } from 'vite'

import type { describeFormat } from '../app/features/content/transfer/describe-format.ts'

/**
 * Writes the schemas of pages and blocks into docs/content-format.md; with --check, fails if the document differs.
 * Plain Node cannot load components, so Vite does.
 */
const DOCUMENT = 'docs/content-format.md'
const MARK = '<!-- What follows is made by scripts/content-format.ts. -->'

const { module } = await runnerImport<{ describeFormat: typeof describeFormat }>(
  resolve('app/features/content/transfer/describe-format.ts'),
  { configFile: false, logLevel: 'error' },
)
const written = readFileSync(DOCUMENT, 'utf8')
const [head = ''] = written.split(MARK)
const wanted = `${head}${MARK}\n\n${module.describeFormat()}`
if (process.argv.includes('--check')) {
  if (written !== wanted) {
    console.error(`${DOCUMENT} is out of date: run npm run content-format`)
    process.exit(1)
  }
} else writeFileSync(DOCUMENT, wanted)
process.exit(0)
