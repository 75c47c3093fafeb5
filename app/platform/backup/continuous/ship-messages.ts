import type { Env } from '#app/platform/env.server.ts'

export type ShipOptions = {
  readonly env: Pick<Env, 'dataDir' | 'backup' | 's3' | 'continuous'>
  readonly secret: string
  readonly databasePath: string
  readonly stream: string
  readonly keepDays: number
}

export type ToShipper =
  | { kind: 'file'; name: string }
  | { kind: 'keep'; days: number }
  /** Read to the end and let SQLite reuse the log, unless another connection is writing. */
  | { kind: 'empty'; id: string }
  /** End every read transaction until told to resume. */
  | { kind: 'let-go' }
  | { kind: 'resume' }
  | { kind: 'stop' }

export type ShipState = {
  /** Milliseconds UTC: all earlier commits are shipped. Null before the first base. */
  readonly upTo: number | null
  readonly lastAt: number | null
  readonly segments: number
  readonly bytes: number
  readonly failure: { at: number; reason: string } | null
}

export type FromShipper =
  | { kind: 'state'; state: ShipState }
  | { kind: 'based'; bytes: number; milliseconds: number }
  | { kind: 'lost'; reason: string }
  | { kind: 'failed'; reason: string }
  /** Whether the thread follows the log. If not, SQLite checkpoints it by itself. */
  | { kind: 'following'; isFollowing: boolean }
  | { kind: 'want-quiet' }
  | { kind: 'emptied'; id: string }
  | { kind: 'gone' }

export type ShippingState = ShipState & { readonly target: string }
