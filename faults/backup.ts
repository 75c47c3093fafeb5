import type { Row } from '../bench/measure.ts'

import { heldByTests } from './held-by-tests.ts'

export async function backUpUnderWrites(): Promise<Row[]> {
  return [
    heldByTests(
      'A backup under 25 inquiries a second, restored on an empty machine',
      'every row that was acknowledged before it began',
      ['tests/http/backup.test.ts'],
    ),
    heldByTests(
      'A restore with a wrong secret, a changed byte, a full disk, or killed on its way',
      'refused with the reason, all else as it was',
      ['tests/contracts/backup.contract.ts', 'tests/contracts/restore.contract.ts'],
    ),
  ]
}
