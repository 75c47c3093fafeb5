import type { Row } from '../bench/measure.ts'

import { heldByTests } from './held-by-tests.ts'

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
