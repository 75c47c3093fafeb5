import type { KnowledgeMessages } from '../messages.en.ts'
import type { Passage, Section } from '../passages/section.ts'

/** An original as it is handed to the reader. */
export type Original =
  | { kind: 'pdf'; bytes: Uint8Array }
  | { kind: 'text'; bytes: Uint8Array }
  | { kind: 'html'; bytes: Uint8Array; contentType: string; url: string }

/** What a format's reader makes of an original; the text is not yet cleaned. */
export type ReadDocument = {
  title: string | null
  /** The page's canonical URL; null where the format has none. */
  address: string | null
  /** As the document says it, for example `en-US`. */
  declaredLanguage: string | null
  sections: Section[]
}

/** What is stored of it. */
export type Reading = {
  title: string | null
  address: string | null
  /** ISO 639-1. */
  language: string
  sections: Section[]
  passages: (Passage & { terms: string })[]
}

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
