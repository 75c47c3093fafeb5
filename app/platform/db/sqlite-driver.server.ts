import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

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
import { guardStatements } from './unavailable.server.ts'

/** Statements are prepared once each; the bound is far above the number of distinct queries in the product. */
const PREPARED_STATEMENTS = 500

/** Kysely's SQLite dialect over Node's own `node:sqlite`. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync
  readonly #log: Log | null

  constructor(database: DatabaseSync, log: Log | null) {
    super({ database: preparedOnce(database) })
    this.#database = database
    this.#log = log
  }

  override createDriver(): Driver {
    return new OneConnectionDriver(this.#database, this.#log)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/** SQLite rolls back DDL like anything else: a failed migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver below queues for the one connection, so that it can refuse a wait that would never end. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class OneConnectionDriver extends SqliteDriver {
  readonly #database: DatabaseSync
  readonly #log: Log | null
  #last: Promise<void> = Promise.resolve()
  #release: () => void = () => {}

  constructor(database: DatabaseSync, log: Log | null) {
    super({ database: preparedOnce(database) })
    this.#database = database
    this.#log = log
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    refuseSecondConnection()
    const previous = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await previous
    this.#release = resolve
    return guardStatements(this.#log, await super.acquireConnection())
  }

  override async releaseConnection(): Promise<void> {
    this.#release()
  }

  /** Takes the write lock at once: a read that turns into a write could otherwise fail at once with SQLITE_BUSY. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** A full disk makes SQLite roll back by itself (sqlite.org/lang_transaction.html); a second time would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
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

/** Kysely hands over what its types allow in; the column types of `schema/` allow only what SQLite binds. */
function bindable(values: readonly unknown[]): SQLInputValue[] {
  return values as SQLInputValue[]
}
