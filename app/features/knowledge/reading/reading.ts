import type { KnowledgeMessages } from '../messages.en.ts'
import type { Passage, Section } from '../passages/section.ts'

import type { Coverage, Omission } from './coverage.ts'
import type { SourceBlock } from './left-out-words.ts'

export type Original =
  | { kind: 'pdf'; bytes: Uint8Array }
  | { kind: 'text'; bytes: Uint8Array }
  | { kind: 'html'; bytes: Uint8Array; contentType: string; url: string }

/** What a format's reader returns, before the text is cleaned. */
export type ReadDocument = {
  title: string | null
  address: string | null
  /** For example `en-US`. */
  declaredLanguage: string | null
  sections: Section[]
  /** All text of the original in pieces, and what its sections were made of. */
  source: readonly SourceBlock[]
  kept: readonly string[]
  /** Not part of `source`. */
  omissions: readonly Omission[]
}

export type Reading = {
  title: string | null
  address: string | null
  /** ISO 639-1. */
  language: string
  sections: Section[]
  passages: (Passage & { terms: string })[]
  coverage: Coverage
}

export type RefusalReason = keyof KnowledgeMessages['failures']

/** A document that cannot be read, with a reason for its owner. Anything else thrown is a fault. */
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
