import type { Generated } from 'kysely'

export type AiKeyTable = {
  /** The key is never sent to another provider. */
  provider: string
  sealed: string
  last_four: string
  /** The base URL that the owner chose; null for the one in the environment. */
  base_url: string | null
  updated_at: number
}

export type ConversationTable = {
  /** BCP 47 tag of the language that the visitor read; null if nobody knows. */
  language: Generated<string | null>
  id: string
  created_at: number
  updated_at: number
  /** SHA-256 of the visitor's secret. */
  token_hash: string
  /** A path of this site, or the URL of a page of another site. */
  page: string | null
  page_title: Generated<string | null>
  assistant_id: Generated<string>
  /** What another site has signed about its visitor. */
  visitor_name: Generated<string | null>
  visitor_email: Generated<string | null>
  speaker: 'assistant' | 'owner'
  turns: number
  marked: number
  lead_id: string | null
  /** Since when the visitor has been waiting for a person, or for an answer of the member who took over. */
  waiting_since: number | null
  /** When the last mail about it was queued. */
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
  /** JSON of the text's translation for members. */
  translation: Generated<string | null>
  search: string
  page: string | null
  links: string | null
  sources: string | null
  /** Keyed hash of the visitor's address while pending, for counting streams. */
  subject: string | null
  provider: string | null
  model: string | null
  input_tokens: number | null
  output_tokens: number | null
  /** In millionths of a US dollar; while pending, the reserved amount. */
  cost_micros: number
  /** The provider's error with all secrets masked. */
  failure: string | null
  /** The visitor's rating, only of finished replies. */
  rating: 'helpful' | 'unhelpful' | null
  rating_comment: string | null
  rated_at: number | null
}

/** refused: the tool does not accept the input. failed: an error occurred. card: shown to the visitor, who decides. */
export type ToolOutcome = 'done' | 'refused' | 'failed' | 'card'

export type ChatToolCallTable = {
  id: string
  conversation_id: string
  /** The reply during which it was called. */
  message_id: string
  created_at: number
  name: string
  /** The model's input as JSON. */
  input: string
  outcome: ToolOutcome
  /** The result that the model received. */
  result: string
  /** JSON of the card that asks the visitor to confirm. */
  card: string | null
  /** When the confirmed action was done. */
  pressed_at: number | null
  /** The sentence that the visitor then saw. */
  done: string | null
}

export type ChatUsageTable = {
  day: string
  cost_micros: number
  replies: number
  input_tokens: number
  output_tokens: number
}
