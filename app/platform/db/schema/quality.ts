import type { Generated } from 'kysely'

export type TestQuestionTable = {
  id: string
  created_at: number
  /** Incremented when the text or the expectations change, because verdicts of two versions do not compare. */
  version: number
  text: string
  search: string
  origin: 'owner' | 'site' | 'conversation' | 'rating'
  /** Set for a visitor's question, which is deleted with its conversation. */
  conversation_id: string | null
  /** The assistant that is asked. */
  assistant_id: Generated<string>
  /** 0 if the assistant should say that it cannot answer. */
  should_know: number
  /** JSON of what the answer must contain; alternatives are separated by `|`. */
  facts: string
  /** JSON of paths of pages and ids of knowledge items, one of which must be cited. */
  sources: string
}

export type TestRunTable = {
  id: string
  created_at: number
  finished_at: number | null
  /** partial: some questions were not asked, because of `reason`. */
  state: 'running' | 'done' | 'partial'
  started_by: 'owner' | 'change'
  reason: string | null
  provider: string
  model: string
  /** Hashes of the knowledge and the prompt that were used. */
  knowledge: string
  prompt: string
  items: number
  questions: number
  passed: number
  failed: number
  /** Questions without an answer, because the provider or this software failed. */
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
  /** Compared with the previous verdict of the same version. */
  change: 'improved' | 'regressed' | 'same' | 'new'
  before_id: string | null
  /** JSON of each expectation and whether it was met. */
  checks: string
  answer: string
  /** JSON of the passages that were found or cited. */
  passages: string
  provider: string | null
  model: string | null
  failure: string | null
  cost_micros: number
}

/** Cost of test questions in a month (YYYY-MM), including reserved amounts. */
export type TestSpendingTable = { month: string; cost_micros: number }
