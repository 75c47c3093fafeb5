import { fill } from '#app/lib/messages.ts'
import { readNumber } from '#app/lib/read-number.ts'
import { readableLine, readableText } from '#app/lib/readable-text.ts'

import type { ReceivedFile } from '../files/receive-file.server.ts'

import { type Answer, answerField, answerLimits, type Question, typedAnswers } from '#app/lib/question.ts'

export type AnswerSentences = {
  answerMissing: string
  choiceUnknown: string
  numberInvalid: string
  dateInvalid: string
  tooLong: string
  unreadable: string
}

type Asked = {
  questions: readonly Question[]
  /** No longer asked, or not in this form; older pages may still send their answers. */
  others?: readonly Question[]
  /** The file of the form, for a question of the kind `file`. */
  file?: ReceivedFile | null
  /** How the sender writes numbers. */
  language?: string
}

export type ReadAnswers = { answers: Answer[]; faults: Record<string, string> }

/** Reads the answers of a form; `faults` are sentences by the names of the fields. */
export function readAnswers(
  { questions, others = [], file, language = 'en' }: Asked,
  fields: Readonly<Record<string, string>>,
  texts: AnswerSentences,
): ReadAnswers {
  const answers: Answer[] = []
  const faults: Record<string, string> = {}
  for (const question of questions) {
    if (file?.field === answerField(question.id)) {
      const fault = faultOfFile(question, file, texts)
      if (fault === null) answers.push(toFileAnswer(question, file))
      else faults[file.field] = fault
      continue
    }
    const read = readAnswer(question, typedAnswers(question.id, fields), { texts, language })
    if ('fault' in read) faults[answerField(question.id)] = read.fault
    else if (read.answer.length > 0) answers.push(toAnswer(question, read.answer))
    else if (question.isRequired) faults[answerField(question.id)] = texts.answerMissing
  }
  // Nobody could correct these, so they are kept as text.
  for (const question of others) {
    if (file?.field === answerField(question.id)) answers.push(toFileAnswer(question, file))
    if (question.kind === 'file') continue
    const typed = typedAnswers(question.id, fields)
    const read = typed.flatMap((each) => readableText(each.slice(0, answerLimits.long))?.trim() || [])
    if (read.length > 0)
      answers.push(toAnswer(question, question.kind === 'several' ? read : read.join('\n')))
  }
  return { answers, faults }
}

function toAnswer({ id, text, kind }: Question, answer: Answer['answer']): Answer {
  return { questionId: id, question: text, kind, answer }
}

function faultOfFile({ kind }: Question, { stored }: ReceivedFile, texts: AnswerSentences): string | null {
  // Otherwise the page is from before the question's kind was changed.
  if (kind !== 'file') return texts.answerMissing
  return 'fault' in stored ? stored.fault : null
}

function toFileAnswer(question: Question, { name, size, stored }: ReceivedFile): Answer {
  const answer = 'fault' in stored ? `${name}: ${stored.fault}` : name
  const file = 'id' in stored ? { file: { id: stored.id, size } } : {}
  return { ...toAnswer({ ...question, kind: 'file' }, answer), ...file }
}

type Read = { answer: Answer['answer'] } | { fault: string }

function readAnswer(
  question: Question,
  typed: readonly string[],
  { texts, language }: { texts: AnswerSentences; language: string },
): Read {
  const { kind, choices } = question
  if (kind === 'several') {
    const chosen = new Set(typed.map((each) => readChoice(each, choices)))
    return chosen.has(null)
      ? { fault: texts.choiceUnknown }
      : { answer: choices.filter((choice) => chosen.has(choice)) }
  }
  // A text is no file.
  if (kind === 'file') return { answer: '' }
  const [first = ''] = typed
  if (kind === 'one' || kind === 'yesNo') {
    const choice = readChoice(first, kind === 'one' ? choices : ['Yes', 'No'])
    return choice === null ? { fault: texts.choiceUnknown } : { answer: choice }
  }
  const limit = answerLimits[kind]
  const tooLong = { fault: fill(texts.tooLong, { limit }) }
  // Text far beyond its limit is rejected without being cleaned, which would be costly.
  if (first.length > limit * 4) return tooLong
  const text = kind === 'long' ? readableText(first)?.trim() : readableLine(first)
  if (text === null || text === undefined) return { fault: texts.unreadable }
  if (text.length > limit) return tooLong
  if (text === '' || kind === 'short' || kind === 'long') return { answer: text }
  const value = kind === 'number' ? readNumber(text, language) : readDate(text)
  const fault = kind === 'number' ? texts.numberInvalid : texts.dateInvalid
  return value === null ? { fault } : { answer: value }
}

/** Returns the choice, an empty text if nothing was chosen, and null if it is none of them. */
function readChoice(typed: string, choices: readonly string[]): string | null {
  const text = typed.length > 1000 ? null : readableLine(typed)
  return text === '' || (text !== null && choices.includes(text)) ? text : null
}

function readDate(text: string): string | null {
  const date = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00Z`) : null
  return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null
}
