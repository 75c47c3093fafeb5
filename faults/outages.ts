import type { Row } from '../bench/measure.ts'
import { countLeads } from '../tests/support/count-leads.ts'
import {
  databaseAway,
  databaseReadOnly,
  diskFull,
  liveThrough,
  type Outage,
} from '../tests/support/outages.ts'

import { onPostgres, secret } from './figures.ts'

const target = 'public pages 200, writes 503, no false success, 200 again without a restart'

export async function liveThroughOutages(): Promise<Row[]> {
  const disk = diskFull()
  return [
    disk
      ? await rowOf("The embedded database's disk is full", disk)
      : {
          what: "The embedded database's disk is full",
          measured: 'NOT RUN: no disk can be mounted without Linux and root',
          target,
          ok: false,
        },
    ...(await onPostgres('PostgreSQL takes no writes, or is away', async () => [
      await rowOf('PostgreSQL takes no writes', await databaseReadOnly()),
      await rowOf('PostgreSQL is away (pages that were shown before)', await databaseAway()),
    ])),
  ]
}

async function rowOf(what: string, outage: Outage): Promise<Row> {
  const env = { ...outage.env, APP_SECRET: secret }
  const { server, ...found } = await liveThrough({ ...outage, env }, () => countLeads(env))
  await server.stop()
  await outage.remove()
  const count = (statuses: readonly number[], wanted: number) =>
    `${statuses.filter((status) => status === wanted).length} of ${statuses.length}`
  return {
    what,
    measured: `pages 200: ${count(found.pages, 200)}; writes 503: ${count(found.writes, 503)}; afterwards 200: ${count(found.after, 200)}; false successes: ${found.falseSuccesses}`,
    target,
    ok:
      found.pages.every((status) => status === 200) &&
      found.writes.every((status) => status === 503) &&
      found.after.every((status) => status === 200) &&
      found.falseSuccesses === 0,
  }
}
