import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type RawBuilder,
  sql,
} from 'kysely'
import pg from 'pg'

import { AppError } from '#app/platform/errors.ts'
import type { Log } from '#app/platform/log.server.ts'

import { DatabaseRefused, type Engine } from './engine.server.ts'
import type { Database } from './schema/index.ts'
import { scrubPostgres } from './scrub-postgres.server.ts'
import { refuseSecondConnection } from './transaction.server.ts'
import { guardStatements, LineWatch, tellUnavailable } from './availability.server.ts'

/** Object ids of int8 and numeric, which pg returns as text. Our values stay below 2^53. */
const NUMERIC_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

/** Milliseconds. Longer work lifts these limits (`liftTimeouts`). */
const PATIENCE = {
  connectionTimeoutMillis: 5000,
  statement_timeout: 15_000,
  lock_timeout: 5000,
  /** Frees the locks of a frozen or disconnected instance. */
  idle_in_transaction_session_timeout: 5000,
}

const PING_TIMEOUT = 2000

export async function openPostgres(url: string, log: Log | null): Promise<Engine> {
  const pinger = createPinger(url)
  const line = new LineWatch(pinger.ping)
  const pool = new pg.Pool({
    connectionString: url,
    stream: line.openSocket,
    max: 10,
    ...PATIENCE,
    keepAlive: true,
    application_name: 'foyer',
    types: {
      getTypeParser: (oid, format) => (NUMERIC_TYPES.has(oid) ? Number : pg.types.getTypeParser(oid, format)),
    },
  })
  // Without these listeners a dropped connection, idle or in use, would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  const db = new Kysely<Database>({ dialect: new GuardedPostgresDialect({ pool }, line, log) })
  const ping = () => {
    refuseSecondConnection()
    return tellUnavailable(null, pinger.ping, () => true)
  }
  const close = async () => {
    line.stop()
    await pinger.close()
    await db.destroy()
  }
  try {
    await warnOfEncoding(db, log)
  } catch (error) {
    await close()
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
    // PostgreSQL verifies pages itself when it reads them (initdb --data-checksums).
    async checkIntegrity() {
      await sql`select 1`.execute(db)
    },
    ping,
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close,
  }
}

/** In another encoding, PostgreSQL counts, sorts and searches bytes instead of letters. */
async function warnOfEncoding(db: Kysely<Database>, log: Log | null): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(db)
  const [{ encoding } = { encoding: 'UTF8' }] = rows
  if (encoding !== 'UTF8')
    log?.warn(
      { encoding, hint: "Create the database with encoding 'UTF8' template template0." },
      'database.encoding',
    )
}

/** Uses a connection of its own, so that a busy pool does not look like a dead server. */
function createPinger(url: string) {
  let client: Promise<pg.Client> | null = null
  /** Shared by those who ask meanwhile, because the driver refuses several statements at once from version 9 on. */
  let asked: Promise<void> | null = null
  let isClosed = false

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PING_TIMEOUT,
      query_timeout: PING_TIMEOUT,
      keepAlive: true,
      application_name: 'foyer ping',
    })
    next.on('error', drop)
    await next.connect()
    return next
  }

  function drop(): void {
    const former = client
    client = null
    former?.then((one) => one.end()).catch(() => {})
  }

  async function ask(): Promise<void> {
    try {
      await (await (client ??= connect())).query('select 1')
    } catch (error) {
      drop()
      throw error
    } finally {
      asked = null
    }
  }

  return {
    async ping(): Promise<void> {
      if (isClosed) throw new Error('The database is closed.')
      await (asked ??= ask())
    },
    async close(): Promise<void> {
      isClosed = true
      await client?.then((one) => one.end()).catch(() => {})
    },
  }
}

class GuardedPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #line: LineWatch
  readonly #log: Log | null

  constructor(config: PostgresDialectConfig, line: LineWatch, log: Log | null) {
    super(config)
    this.#config = config
    this.#line = line
    this.#log = log
  }

  override createDriver(): PostgresDriver {
    return new GuardedPostgresDriver(this.#config, this.#line, this.#log)
  }

  override createAdapter(): PostgresAdapter {
    return new PatientAdapter()
  }
}

/** Lifts the timeouts, because migrations, and waiting for those of another process, may take long. */
class PatientAdapter extends PostgresAdapter {
  override async acquireMigrationLock(...args: Parameters<PostgresAdapter['acquireMigrationLock']>) {
    await this.#setTimeouts(args[0], (name) => sql`set ${name} = 0`)
    await super.acquireMigrationLock(...args)
  }

  override async releaseMigrationLock(...args: Parameters<PostgresAdapter['releaseMigrationLock']>) {
    await super.releaseMigrationLock(...args)
    await this.#setTimeouts(args[0], (name) => sql`reset ${name}`)
  }

  /** A surrounding transaction has already lifted the timeouts. */
  async #setTimeouts(db: Kysely<unknown>, statement: (name: RawBuilder<unknown>) => RawBuilder<unknown>) {
    if (db.isTransaction) return
    for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await statement(sql.raw(name)).execute(db)
  }
}

class GuardedPostgresDriver extends PostgresDriver {
  readonly #line: LineWatch
  readonly #log: Log | null

  constructor(config: PostgresDialectConfig, line: LineWatch, log: Log | null) {
    super(config)
    this.#line = line
    this.#log = log
  }

  override async acquireConnection(...args: Parameters<PostgresDriver['acquireConnection']>) {
    refuseSecondConnection()
    const connection = await tellUnavailable(
      this.#log,
      async () => {
        this.#line.refuseLost()
        return this.#line.wait(() => super.acquireConnection(...args))
      },
      () => true,
    )
    return guardStatements(this.#log, connection, (ask) => this.#line.wait(ask))
  }
}
