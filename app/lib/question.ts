import { type FileRules, fileSize } from './question-files.ts'
import type { QuestionKind } from './question-kinds.ts'

/** The most characters of an answer. */
export const answerLimits = { short: 200, long: 2000, number: 40, date: 10 } as const

/** A question of the owner. */
export type Question = {
  id: string
  text: string
  kind: QuestionKind
  isRequired: boolean
  help: string
  /** Of the kinds `one` and `several`. */
  choices: readonly string[]
  /** The ids of the services in whose inquiries it is asked; all if empty. */
  services: readonly string[]
  /** Of the kind `file`. */
  file?: FileRules | undefined
}

export type QuestionTexts = Readonly<Record<'choose' | 'yes' | 'no' | 'fileHint' | 'fileTooLarge', string>>

/** What a form asks. Must be JSON, because islands get it as a prop. */
export type AskedQuestions = { list: readonly Question[]; texts: QuestionTexts }

/** An answer as it is stored, with the question's words at that time. */
export type Answer = {
  questionId: string
  question: string
  kind: QuestionKind
  /** A list for the kind `several`. Dates are `2026-11-25`, `yesNo` is `Yes` or `No`; of a file, its name. */
  answer: string | string[]
  file?: AnsweredFile
}

/** A stored file of an inquiry; the size is in bytes. */
export type AnsweredFile = { id: string; size: number }

/** Returns the address from which members download the file, without the site's. */
export function inquiryFilePath({ id }: Pick<AnsweredFile, 'id'>): string {
  return `/admin/inquiry-files/${id}`
}

/** The name of a question's field; that of a checkbox of the kind `several` is followed by `-` and its number. */
export function answerField(id: string): string {
  return `answer-${id}`
}

export function isAnswerField(name: string): boolean {
  return name.startsWith('answer-')
}

export function hasChoices(kind: string): boolean {
  return kind === 'one' || kind === 'several'
}

/** Returns the values of a question's field, or of its checkboxes. */
export function typedAnswers(id: string, fields: Readonly<Record<string, string>>): string[] {
  const name = answerField(id)
  return Object.entries(fields).flatMap(([key, value]) =>
    key === name || key.startsWith(`${name}-`) ? value : [],
  )
}

/** Returns the questions of an inquiry about a service, which is named by its id. */
export function questionsFor(questions: readonly Question[], service: string | undefined): Question[] {
  return questions.filter(
    ({ services }) => services.length === 0 || (service !== undefined && services.includes(service)),
  )
}

/** Returns the stored answers of a lead. */
export function answersOf(stored: string | null): Answer[] {
  return stored === null ? [] : (JSON.parse(stored) as Answer[])
}

/** Returns an answer in one text; of a file, its name and size. */
export function answerText({ answer, file }: Pick<Answer, 'answer' | 'file'>): string {
  const text = typeof answer === 'string' ? answer : answer.join(', ')
  return file ? `${text} (${fileSize(file.size)})` : text
}

export function asksForFile(questions: readonly Question[]): boolean {
  return questions.some(({ kind }) => kind === 'file')
}
