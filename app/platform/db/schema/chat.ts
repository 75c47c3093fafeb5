export type AiKeyTable = {
  /** openai, deepseek, claude or gemini: a key is never sent to another provider than its own. */
  provider: string
  /** AES-256-GCM, bound to this row. */
  sealed: string
  last_four: string
  updated_at: number
}

export type ConversationTable = {
  id: string
  created_at: number
  updated_at: number
  /** SHA-256 of the secret that its visitor alone holds. */
  token_hash: string
  /** The page on which it was begun: a path of this site. */
  page: string | null
  /** Who answers: the assistant, or the owner who took over. */
  speaker: 'assistant' | 'owner'
  /** Messages of the visitor. */
  turns: number
  /** 1 where the owner marked it. */
  marked: number
  lead_id: string | null
}

/**
 * pending: under way, or left by a process that died. whole: all of it. cut: it broke off, what came is kept.
 * stopped: the visitor ended it. failed: nothing came. withheld: it gave away what it must not. demo: no key is stored.
 */
export type ChatOutcome = 'pending' | 'whole' | 'cut' | 'stopped' | 'failed' | 'withheld' | 'demo'

export type ChatMessageTable = {
  id: string
  conversation_id: string
  created_at: number
  finished_at: number | null
  author: 'visitor' | 'assistant' | 'owner'
  outcome: ChatOutcome
  text: string
  /** The text folded for searching. */
  search: string
  /** The page on which it was written. */
  page: string | null
  /** JSON of links offered below the text. */
  links: string | null
  /** JSON of the passages that the reply cites, by their numbers in it. */
  sources: string | null
  /** While pending: a keyed hash of the visitor's address, to count streams by; null from then on. */
  subject: string | null
  provider: string | null
  model: string | null
  input_tokens: number | null
  output_tokens: number | null
  /** Millionths of a US dollar; while pending, what was set aside. */
  cost_micros: number
  /** The provider's own text with every secret masked. */
  failure: string | null
}

export type ChatUsageTable = {
  /** For example 2026-11-21, UTC. */
  day: string
  /** Millionths of a US dollar, with what is set aside for replies under way. */
  cost_micros: number
  replies: number
  input_tokens: number
  output_tokens: number
}
