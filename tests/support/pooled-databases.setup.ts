import pg from 'pg'

import { poolPrefix } from './pooled-database.ts'
import { administer } from './test-database.ts'

/** Once for a whole run: gives it a name that its workers inherit, and drops its databases at the end. */
export default function setup(): () => Promise<void> {
  process.env['TEST_RUN'] = String(process.pid)
  return async () => {
    if (!process.env['TEST_DATABASE_URL']) return
    const { rows } = await administer(
      `select datname from pg_database where starts_with(datname, ${pg.escapeLiteral(poolPrefix())})`,
    )
    for (const { datname } of rows as { datname: string }[])
      await administer(`drop database ${datname} with (force)`)
  }
}
