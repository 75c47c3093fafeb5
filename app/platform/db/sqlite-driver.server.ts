import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDatabase,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'

import type { Log } from '#app/platform/log.server.ts'

import { refuseSecondConnection } from './transaction.server.ts'
import { guardStatements } from './availability.server.ts'

const PREPARED_STATEMENTS = 500

/** Milliseconds to wait while another process holds the database. */
export const PATIENCE = 8000
/** Milliseconds; short enough to run between two transactions of another process. */
const LONGEST_PAUSE = 16

/** SQLITE_BUSY, the low byte of its extended codes (sqlite.org/rescode.html). */
const BUSY = 5
/** SQLITE_BUSY_SNAPSHOT: a read transaction with outdated data cannot become a write. Waiting does not help. */
const BUSY_SNAPSHOT = 517

export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync
  readonly #log: Log | null
  readonly #patience: number

  /** @param database must have a busy timeout of 0, because the driver waits without blocking the thread */
  constructor(database: DatabaseSync, log: Log | null, patience = PATIENCE) {
    super({ database: preparedOnce(database) })
    this.#database = database
    this.#log = log
    this.#patience = patience
  }

  override createDriver(): Driver {
    return new OneConnectionDriver(this.#database, this.#log, this.#patience)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/** SQLite rolls back DDL, so a failed migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver below queues connections itself, so that it can refuse a deadlock. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class OneConnectionDriver extends SqliteDriver {
  readonly #database: DatabaseSync
  readonly #log: Log | null
  readonly #patience: number
  readonly #prepared = new WeakSet<DatabaseConnection>()
  #last: Promise<void> = Promise.resolve()
  #release: () => void = () => {}

  constructor(database: DatabaseSync, log: Log | null, patience: number) {
    super({ database: preparedOnce(database) })
    this.#database = database
    this.#log = log
    this.#patience = patience
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    refuseSecondConnection()
    await this.#takeTurn()
    const connection = await super.acquireConnection()
    if (!this.#prepared.has(connection)) {
      this.#prepared.add(connection)
      this.#retryWhileBusy(connection)
    }
    return guardStatements(this.#log, connection)
  }

  async #takeTurn(): Promise<void> {
    const previous = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await previous
    this.#release = resolve
  }

  override async releaseConnection(): Promise<void> {
    this.#release()
  }

  #retryWhileBusy(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (...args) => {
      const until = performance.now() + this.#patience
      for (let tries = 0; ; tries += 1) {
        try {
          return await execute(...args)
        } catch (error) {
          if (!isBusy(error) || performance.now() > until) throw error
        }
        await this.#pause(tries)
      }
    }
  }

  /** Outside a transaction, releases the connection during the pause. */
  async #pause(tries: number): Promise<void> {
    const milliseconds = Math.min(LONGEST_PAUSE, 2 ** tries) * (0.5 + Math.random() / 2)
    if (this.#database.isTransaction) return sleep(milliseconds)
    this.#release()
    await sleep(milliseconds)
    await this.#takeTurn()
  }

  /** Takes the write lock at once; upgrading a read later could fail with SQLITE_BUSY. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** On a full disk, SQLite has already rolled back. A second rollback would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === BUSY && errcode !== BUSY_SNAPSHOT
}

function preparedOnce(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql: string): SqliteStatement {
      const known = prepared.get(sql)
      if (known) return known
      if (prepared.size >= PREPARED_STATEMENTS) prepared.clear()
      const statement = adapt(database.prepare(sql))
      prepared.set(sql, statement)
      return statement
    },
  }
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...bindable(values)),
    run: (values) => statement.run(...bindable(values)),
    iterate: (values) => statement.iterate(...bindable(values)),
  }
}

/** The column types of `schema/` allow only what SQLite can bind. */
function bindable(values: readonly unknown[]): SQLInputValue[] {
  return values as SQLInputValue[]
}
