import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'

import type { Database } from './schema/index.ts'

export type Db = Kysely<Database> | Transaction<Database>

/** Milliseconds. The embedded database ignores them, because it has only one writer. */
export type LockBounds = {
  wait: number
  idle: number
}

export type Engine = {
  readonly name: 'sqlite' | 'postgres'
  readonly db: Kysely<Database>
  skipLocked<Tables extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Tables, Row>,
  ): SelectQueryBuilder<Database, Tables, Row>
  /** Takes a lock that is held until the caller's transaction ends, across processes. */
  lockUntilCommit(db: Db, name: string, bounds?: LockBounds): Promise<void>
  /** Overwrites deleted rows, but not in PostgreSQL's log. @throws if a reader still needs them; try again later. */
  scrub(tables: readonly (keyof Database)[]): Promise<void>
  checkIntegrity(): Promise<void>
  /** Throws if the database does not answer within two seconds. Uses a connection of its own. */
  ping(): Promise<void>
  /** Use of the connection pool; null without a pool. */
  connections(): { used: number; idle: number; waiting: number } | null
  close(): Promise<void>
}

export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}
