/** That the data of one e-mail address was erased, without the address. */
export type ErasureTable = {
  id: string
  erased_at: number
  /** HMAC of the address under the app's secret: who knows an address can ask whether it is meant, nobody can read it. */
  hash: string
  /** Tells under which secret the hash was made. */
  key_mark: string
  /** JSON of how many of each kind were erased. */
  counts: string
}
