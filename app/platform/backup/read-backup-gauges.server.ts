import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Gauge } from '#app/platform/gauges.server.ts'

import { backupStatus, restoreTestStatus } from './backup-records.server.ts'

export async function readBackupGauges(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<Gauge[]> {
  const [backup, test] = [await backupStatus.read(ctx), await restoreTestStatus.read(ctx)]
  const gauge = (name: string, help: string, values: readonly number[]): Gauge => ({
    type: 'gauge',
    name,
    help,
    samples: values.map((value) => ({ value })),
  })
  const ages = backup.last ? [(ctx.clock.now() - backup.last.at) / SECOND] : []
  return [
    gauge('backup_age_seconds', 'How old the newest backup is; absent while there is none.', ages),
    gauge('backup_up', '1 unless the latest attempt to write a backup failed.', [backup.failure ? 0 : 1]),
    gauge('backup_restore_test_up', '1 unless the latest restore test failed.', [test.failure ? 0 : 1]),
  ]
}
