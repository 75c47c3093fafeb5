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
    heldByTests(
      'A database that is missing beside its backups, its secret, its log or its pictures',
      'the start is refused and says what to do, nothing is made or deleted',
      ['tests/contracts/missing-database.contract.ts'],
    ),
    heldByTests(
      '14 good backups, and 20 nights of an emptied database or another installation',
      'no good one is deleted',
      ['app/platform/backup/list-backups.server.test.ts', 'app/features/admin/backups/backups.verb.test.ts'],
    ),
    heldByTests(
      'A restore from the admin: of a good backup, of a damaged one, and one that was killed',
      'the server starts anew with the backup, or with what was there before and the reason',
      ['tests/http/restore.test.ts'],
    ),
    heldByTests(
      'The newest backup is damaged, of another secret, or gone when it is restored on trial',
      'the owner is told, nothing is left behind',
      ['app/features/admin/backups/restore-test.verb.test.ts'],
    ),
  ]
}
