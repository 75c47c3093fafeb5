export type TestQuestionTable = {
  id: string
  created_at: number
  /** Incremented when the text or what is expected changes, because verdicts of two versions do not compare. */
  version: number
  text: string
  search: string
  origin: 'owner' | 'site' | 'conversation' | 'rating'
  /** Set for a visitor's question, which is deleted with its conversation. */
  conversation_id: string | null
  /** 0 for a question that the assistant should say it cannot answer. */
  should_know: number
  /** JSON: what the answer must contain; alternatives are parted by `|`. */
  facts: string
  /** JSON: paths of pages and ids of knowledge items, one of which must be cited. */
  sources: string
}

export type TestRunTable = {
  id: string
  created_at: number
  finished_at: number | null
  /** partial: some questions were not asked, for the `reason`. */
  state: 'running' | 'done' | 'partial'
  started_by: 'owner' | 'change'
  reason: string | null
  provider: string
  model: string
  /** Hashes of what the assistant answered from. */
  knowledge: string
  prompt: string
  items: number
  questions: number
  passed: number
  failed: number
  /** Not answered, because the provider or this software failed. */
  faults: number
  improved: number
  regressed: number
  cost_micros: number
}

export type TestResultTable = {
  id: string
  run_id: string
  question_id: string
  question_version: number
  at: number
  verdict: 'passed' | 'failed' | 'fault'
  /** Against the verdict before it of the same version. */
  change: 'improved' | 'regressed' | 'same' | 'new'
  before_id: string | null
  /** JSON: each expectation and whether it was met. */
  checks: string
  answer: string
  /** JSON: the passages that were found or cited. */
  passages: string
  provider: string | null
  model: string | null
  failure: string | null
  cost_micros: number
}

/** What test questions cost in a month, written as YYYY-MM, with what is reserved. */
export type TestSpendingTable = { month: string; cost_micros: number }
