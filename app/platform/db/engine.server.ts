import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'

import type { Database } from './schema/index.ts'

/** The root handle, or the transaction a verb runs in: verbs cannot tell and need not. */
export type Db = Kysely<Database> | Transaction<Database>

/** In milliseconds. An embedded database has one writer at a time anyway, and no other instance to wait for. */
export type LockBounds = {
  /** How long the transaction waits for a lock at most, until it is refused. */
  wait: number
  /** How long its process may do nothing, as one that is frozen, until the server ends the transaction. */
  idle: number
}

/** What differs between the two engines; all else is the same Kysely code. */
export type Engine = {
  readonly name: 'sqlite' | 'postgres'
  readonly db: Kysely<Database>
  /** Makes a claiming sub-select pass over rows that another process is claiming. */
  skipLocked<Tables extends keyof Database, Row>(
    query: SelectQueryBuilder<Database, Tables, Row>,
  ): SelectQueryBuilder<Database, Tables, Row>
  /** Holds a named lock until the caller's transaction ends, across processes. */
  lockUntilCommit(db: Db, name: string, bounds?: LockBounds): Promise<void>
  /**
   * Rewrites the places where deleted rows of these tables stood, as far as the engine's own files go: not in PostgreSQL's
   * log, nor at once in tables of many megabytes. Waits for nobody longer than a second.
   * @throws where somebody's reading keeps the rows: to be called again later.
   */
  scrub(tables: readonly (keyof Database)[]): Promise<void>
  /** Throws with the reason when stored pages do not hold together; resolves when they do. */
  checkIntegrity(): Promise<void>
  /** Throws when the database cannot answer, within two seconds and on a connection of its own where others may be busy. */
  ping(): Promise<void>
  /** How the process's own connections stand; null where there are none to share. */
  connections(): { used: number; idle: number; waiting: number } | null
  close(): Promise<void>
}

/** A start refused because of the database; the message tells the operator what to do. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}
