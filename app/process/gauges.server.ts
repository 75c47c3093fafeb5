import { readChatGauges } from '../features/chat/limits/read-chat-gauges.server.ts'
import { readBackupGauges } from '../platform/backup/read-backup-gauges.server.ts'
import type { Ctx } from '../platform/context.server.ts'
import {
  type Gauge,
  readEmailGauges,
  readJobGauges,
  readMailboxGauges,
  readShippingGauges,
} from '../platform/gauges.server.ts'
import { readInstanceGauges } from '../platform/read-instance-gauges.server.ts'

const sources = [readJobGauges, readEmailGauges, readMailboxGauges, readChatGauges, readBackupGauges]

/** Returns the process's metrics even if the database is unreachable. */
export async function readGauges(ctx: Ctx): Promise<Gauge[]> {
  const gauges: Gauge[] = []
  let isUp = true
  try {
    for (const read of sources) gauges.push(...(await read(ctx)))
  } catch (error) {
    ctx.log.error({ error }, 'metrics.failed')
    isUp = false
  }
  return [
    {
      type: 'gauge',
      name: 'product_figures_up',
      help: '1 if every figure could be read from the database, 0 if some are missing.',
      samples: [{ value: isUp ? 1 : 0 }],
    },
    ...(await readInstanceGauges(ctx)),
    ...readShippingGauges(ctx),
    ...gauges,
  ]
}
