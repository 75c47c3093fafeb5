/** A picture that a post shows and that stands elsewhere: fetched once, and served from here. */
export type RemoteImageTable = {
  /** A hash of its address, which may be longer than a key. */
  id: string
  /** In full. */
  url: string
  /** waiting: a job is to fetch it. */
  state: 'waiting' | 'kept' | 'failed'
  /** Of ours, once it is kept. */
  address: string | null
  /** Why it failed, in words for the writer. */
  reason: string | null
  updated_at: number
}
