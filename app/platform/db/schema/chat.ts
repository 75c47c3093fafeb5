export type AiKeyTable = {
  /** A key is never sent to another provider. */
  provider: string
  sealed: string
  last_four: string
  /** Where the owner wants it sent; null for the address that the environment names. */
  base_url: string | null
  updated_at: number
}

export type ConversationTable = {
  id: string
  created_at: number
  updated_at: number
  /** SHA-256 of the visitor's secret. */
  token_hash: string
  page: string | null
  speaker: 'assistant' | 'owner'
  turns: number
  marked: number
  lead_id: string | null
  /** Since when the visitor waits for a person. */
  waiting_since: number | null
  /** When the owner was last told so by mail. */
  told_at: number | null
  assignee_id: string | null
}

/** pending: in progress, or left by a dead process. cut: broke off. withheld: it contained the system prompt. */
export type ChatOutcome = 'pending' | 'whole' | 'cut' | 'stopped' | 'failed' | 'withheld' | 'demo'

export type ChatMessageTable = {
  id: string
  conversation_id: string
  created_at: number
  finished_at: number | null
  author: 'visitor' | 'assistant' | 'owner'
  outcome: ChatOutcome
  text: string
  search: string
  page: string | null
  links: string | null
  sources: string | null
  /** While pending: a keyed hash of the visitor's address, for counting streams. */
  subject: string | null
  provider: string | null
  model: string | null
  input_tokens: number | null
  output_tokens: number | null
  /** In millionths of a US dollar; while pending, the reserved amount. */
  cost_micros: number
  /** The provider's error with every secret masked. */
  failure: string | null
  /** The visitor's; of finished replies alone. */
  rating: 'helpful' | 'unhelpful' | null
  rating_comment: string | null
  rated_at: number | null
}

/** refused: the input was not what the tool takes. failed: it did not work. card: shown to the visitor, who decides. */
export type ToolOutcome = 'done' | 'refused' | 'failed' | 'card'

export type ChatToolCallTable = {
  id: string
  conversation_id: string
  /** The reply during which it was called. */
  message_id: string
  created_at: number
  name: string
  /** JSON, as the model gave it. */
  input: string
  outcome: ToolOutcome
  /** What the model was told. */
  result: string
  /** JSON of what the visitor is asked to confirm. */
  card: string | null
  /** When the visitor's press was done. */
  pressed_at: number | null
  /** The sentence that the visitor was shown then. */
  done: string | null
}

export type ChatUsageTable = {
  day: string
  cost_micros: number
  replies: number
  input_tokens: number
  output_tokens: number
}
