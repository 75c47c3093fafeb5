import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'

import type { Database } from './schema/index.ts'

export type Db = Kysely<Database> | Transaction<Database>

/** In milliseconds. The embedded database ignores them: it has one writer anyway. */
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
  /** Held until the caller's transaction ends, across processes. */
  lockUntilCommit(db: Db, name: string, bounds?: LockBounds): Promise<void>
  /** Overwrites deleted rows, though not in PostgreSQL's log. @throws if a reader needs them; try again later. */
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
