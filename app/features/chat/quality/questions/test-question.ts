import type { Selectable } from 'kysely'

import type { TestQuestionTable } from '#app/platform/db/schema/quality.ts'

export const MOST_QUESTIONS = 500
export const MAX_QUESTION = 500
export const MOST_FACTS = 10
export const MAX_FACT = 200
export const MOST_SOURCES = 5

export type QuestionOrigin = TestQuestionTable['origin']

export const originNames: Record<QuestionOrigin, string> = {
  owner: 'Added by hand',
  site: 'From the site',
  conversation: 'From a conversation',
  rating: 'From a rating',
}

export type Expectations = {
  /** False if the assistant should say that it does not know. */
  shouldKnow: boolean
  /** What the answer must contain; alternatives are separated by `|`. */
  facts: readonly string[]
  /** Paths of pages and ids of knowledge items, one of which must be cited. */
  sources: readonly string[]
}

export type TestQuestion = Expectations & {
  id: string
  version: number
  text: string
  /** The assistant that is asked. */
  assistantId: string
}

/** Columns of a question that `testQuestionOf` reads. */
export const questionColumns = [
  'id',
  'version',
  'text',
  'assistant_id',
  'should_know',
  'facts',
  'sources',
] as const

type StoredQuestion = Pick<Selectable<TestQuestionTable>, (typeof questionColumns)[number]>

export function testQuestionOf({ id, version, text, ...row }: StoredQuestion): TestQuestion {
  return {
    id,
    version,
    text,
    assistantId: row.assistant_id,
    shouldKnow: row.should_know === 1,
    facts: JSON.parse(row.facts) as string[],
    sources: JSON.parse(row.sources) as string[],
  }
}

/** Names a question without its expectations. Two assistants may be asked the same. */
export function askedKey(assistantId: string, search: string): string {
  return `${assistantId} ${search}`
}
