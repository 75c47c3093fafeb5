import type { KnowledgeMessages } from '../messages.en.ts'

export type RefusalReason = keyof KnowledgeMessages['failures']

/** A document that cannot be read, for a reason its owner is told; anything else thrown while reading is a fault. */
export class ReadingRefused extends Error {
  override name = 'ReadingRefused'
  readonly reason: RefusalReason
  /** For the places in the reason's sentence. */
  readonly values: Readonly<Record<string, number>>

  constructor(reason: RefusalReason, values: Record<string, number> = {}) {
    super(reason)
    this.reason = reason
    this.values = values
  }
}
