import type { KnowledgeMessages } from '../messages.en.ts'
import type { Passage, Section } from '../passages/section.ts'

import type { Coverage, Omission } from './coverage.ts'
import type { SourceBlock } from './left-out-words.ts'

export type Original =
  | { kind: 'pdf'; bytes: Uint8Array }
  | { kind: 'text'; bytes: Uint8Array; language?: string | null }
  | { kind: 'html'; bytes: Uint8Array; contentType: string; url: string }

/** The result of a format's reader, before the text is cleaned. */
export type ReadDocument = {
  title: string | null
  address: string | null
  /** For example `en-US`. */
  declaredLanguage: string | null
  sections: Section[]
  /** All text of the original in pieces; `kept` is the text of its sections. */
  source: readonly SourceBlock[]
  kept: readonly string[]
  /** Omitted text that `source` does not contain. */
  omissions: readonly Omission[]
}

export type Reading = {
  title: string | null
  address: string | null
  /** ISO 639-1 code. */
  language: string
  sections: Section[]
  passages: (Passage & { terms: string })[]
  coverage: Coverage
}

export type RefusalReason = keyof KnowledgeMessages['failures']

/** A document that cannot be read, with a reason for its owner. Any other error is a fault. */
export class ReadingRefused extends Error {
  override name = 'ReadingRefused'
  readonly reason: RefusalReason
  readonly values: Readonly<Record<string, number>>

  constructor(reason: RefusalReason, values: Record<string, number> = {}) {
    super(reason)
    this.reason = reason
    this.values = values
  }
}
