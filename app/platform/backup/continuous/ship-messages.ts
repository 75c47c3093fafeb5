import type { Env } from '#app/platform/env.server.ts'

/** What the thread is started with. */
export type ShipOptions = {
  readonly env: Pick<Env, 'dataDir' | 'backup' | 's3' | 'continuous'>
  readonly secret: string
  readonly databasePath: string
  /** Tells this data folder's stream from those of others. */
  readonly stream: string
  readonly keepDays: number
}

export type ToShipper =
  /** An uploaded file has come. */
  | { kind: 'file'; name: string }
  | { kind: 'keep'; days: number }
  /** Read to the end and let SQLite use the log again, unless somebody writes meanwhile. */
  | { kind: 'empty'; id: string }
  /** End every read transaction, and begin again when told to. */
  | { kind: 'let-go' }
  | { kind: 'resume' }
  /** Ship what there is and end. */
  | { kind: 'stop' }

export type ShipState = {
  /** Milliseconds UTC: whatever was committed before is shipped; null before the first base. */
  readonly upTo: number | null
  /** When the newest segment was shipped. */
  readonly lastAt: number | null
  readonly segments: number
  readonly bytes: number
  /** Of the newest try; null once one succeeded. */
  readonly failure: { at: number; reason: string } | null
}

export type FromShipper =
  | { kind: 'state'; state: ShipState }
  /** A base is whole: the moment to say anew how much is kept. */
  | { kind: 'based'; bytes: number; milliseconds: number }
  | { kind: 'lost'; reason: string }
  | { kind: 'failed'; reason: string }
  /** Whether the log is followed; where it is not, SQLite empties it as it always does. */
  | { kind: 'following'; isFollowing: boolean }
  | { kind: 'want-quiet' }
  | { kind: 'emptied'; id: string }
  | { kind: 'gone' }

/** As the server shows it. */
export type ShippingState = ShipState & { readonly target: string }
