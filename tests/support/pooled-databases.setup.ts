import pg from 'pg'

import { poolPrefix } from './pooled-database.ts'
import { administer } from './test-database.ts'

/** Gives the run a name, which its workers inherit. */
export function setup(): void {
  process.env['TEST_RUN'] = String(process.pid)
}

/** Drops the run's databases. */
export async function teardown(): Promise<void> {
  if (!process.env['TEST_DATABASE_URL']) return
  const { rows } = await administer(
    `select datname from pg_database where starts_with(datname, ${pg.escapeLiteral(poolPrefix())})`,
  )
  for (const { datname } of rows as { datname: string }[])
    await administer(`drop database ${datname} with (force)`)
}
