/** A legal text as it was shown when somebody agreed to it. */
export type LegalTextTable = {
  /** A hash of the others: a text that did not change has one row. */
  id: string
  path: string
  title: string
  body: string
  /** When it was agreed to for the first time. */
  agreed_at: number
}
