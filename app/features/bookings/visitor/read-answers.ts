import { fill } from '#app/lib/messages.ts'
import { readableText } from '#app/lib/readable-text.ts'

import type { Question } from '../types/meeting-type.ts'

export const ANSWER_LIMIT = 1000

type Sentences = { answerMissing: string; tooLong: string; unreadable: string }

export function readAnswers(
  questions: readonly Question[],
  fields: Readonly<Record<string, string>>,
  errors: Sentences,
): { answers: string[]; faults: Record<string, string> } {
  const answers: string[] = []
  const faults: Record<string, string> = {}
  for (const [n, { text, isRequired }] of questions.entries()) {
    const name = answerField(n)
    const { [name]: typed = '' } = fields
    const read = typed.length > ANSWER_LIMIT * 4 ? typed : readableText(typed)?.trim()
    if (read === undefined) faults[name] = errors.unreadable
    else if (read.length > ANSWER_LIMIT) faults[name] = fill(errors.tooLong, { limit: ANSWER_LIMIT })
    else if (read) answers.push(`${text}\n${read}`)
    else if (isRequired) faults[name] = errors.answerMissing
  }
  return { answers, faults }
}

export function answerField(n: number): string {
  return `answer-${n}`
}
