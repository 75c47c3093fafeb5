import type { S3Options } from '#app/platform/files/s3-store.server.ts'

type Bucket = Omit<S3Options, 'send'>

/** `owners` is null for a bucket that the variables name; the address of the owner's is checked at each request. */
export type ShipPlace = { readonly passphrase: string | null } & (
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'bucket'; readonly bucket: Bucket; readonly owners: { loopback: boolean } | null }
)

export type ShipOptions = {
  readonly dataDir: string
  readonly place: ShipPlace
  /** Uploads in a bucket are not shipped. */
  readonly hasUploads: boolean
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
