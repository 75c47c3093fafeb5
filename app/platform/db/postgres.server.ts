import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  sql,
} from 'kysely'
import pg from 'pg'

import { AppError } from '#app/platform/errors.ts'
import type { Log } from '#app/platform/log.server.ts'

import { DatabaseRefused, type Engine } from './engine.server.ts'
import type { Database } from './schema/index.ts'
import { scrubPostgres } from './scrub-postgres.server.ts'
import { refuseSecondConnection } from './transaction.server.ts'
import { guardStatements, tellUnavailable } from './unavailable.server.ts'

/** Object ids of int8 and numeric, which pg hands over as text; ours stay below 2^53. */
const NUMERIC_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

/** @throws {DatabaseRefused} when the server cannot be reached or does not let us in. */
export async function openPostgres(url: string, log: Log | null): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
    keepAlive: true,
    application_name: 'foyer',
    types: {
      getTypeParser: (oid, format) => (NUMERIC_TYPES.has(oid) ? Number : pg.types.getTypeParser(oid, format)),
    },
  })
  // A connection that the server drops is replaced at the next query; without a listener it would end the process, be it
  // idle, which the pool tells, or lent, which it does not.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  const db = new Kysely<Database>({ dialect: new GuardedPostgresDialect({ pool }, log) })
  const ping = async () => {
    await sql`select 1`.execute(db)
  }
  try {
    await ping()
  } catch (error) {
    await db.destroy()
    const { message } = (error instanceof AppError ? error.cause : error) as Error
    throw new DatabaseRefused(`DATABASE_URL: PostgreSQL does not answer: ${message}`, { cause: error })
  }
  return {
    name: 'postgres',
    db,
    skipLocked: (query) => query.forUpdate().skipLocked(),
    async lockUntilCommit(transaction, name, bounds) {
      if (bounds)
        await sql`select set_config('lock_timeout', ${String(bounds.wait)}, true),
          set_config('idle_in_transaction_session_timeout', ${String(bounds.idle)}, true)`.execute(
          transaction,
        )
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
    },
    scrub: (tables) => scrubPostgres(db, tables),
    // PostgreSQL checks its own pages as it reads them (initdb --data-checksums).
    checkIntegrity: ping,
    ping,
    close: () => db.destroy(),
  }
}

class GuardedPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #log: Log | null

  constructor(config: PostgresDialectConfig, log: Log | null) {
    super(config)
    this.#config = config
    this.#log = log
  }

  override createDriver(): PostgresDriver {
    return new GuardedPostgresDriver(this.#config, this.#log)
  }

  override createAdapter(): PostgresAdapter {
    return new PostgresAdapter()
  }
}

class GuardedPostgresDriver extends PostgresDriver {
  readonly #log: Log | null

  constructor(config: PostgresDialectConfig, log: Log | null) {
    super(config)
    this.#log = log
  }

  override async acquireConnection(...args: Parameters<PostgresDriver['acquireConnection']>) {
    refuseSecondConnection()
    // Whatever keeps us from a connection, the visitor can only come again.
    const connection = await tellUnavailable(
      this.#log,
      () => super.acquireConnection(...args),
      () => true,
    )
    return guardStatements(this.#log, connection)
  }
}
