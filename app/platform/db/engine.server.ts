import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'

import type { Database } from './schema/index.ts'

export type Db = Kysely<Database> | Transaction<Database>

/** In milliseconds. The embedded database ignores them: it has one writer anyway. */
export type LockBounds = {
  wait: number
  /** How long the transaction may be idle before the server ends it. */
  idle: number
}

export type Engine = {
  readonly name: 'sqlite' | 'postgres'
  readonly db: Kysely<Database>
  /** Lets a claiming sub-select skip rows that another process is claiming. */
  skipLocked<Tables extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Tables, Row>,
  ): SelectQueryBuilder<Database, Tables, Row>
  /** Held until the caller's transaction ends, across processes. */
  lockUntilCommit(db: Db, name: string, bounds?: LockBounds): Promise<void>
  /**
   * Overwrites deleted rows of these tables in the engine's own files, but not in PostgreSQL's log.
   * @throws if a reader still needs the rows; call it again later.
   */
  scrub(tables: readonly (keyof Database)[]): Promise<void>
  checkIntegrity(): Promise<void>
  /** Throws if the database does not answer within two seconds. Uses a connection of its own. */
  ping(): Promise<void>
  /** How the process's own connections stand; null where there are none to share. */
  connections(): { used: number; idle: number; waiting: number } | null
  close(): Promise<void>
}

export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}
