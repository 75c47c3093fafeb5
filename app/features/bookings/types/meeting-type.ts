import type { MeetingRules } from '../availability/free-times.ts'

export type MeetingType = MeetingRules & {
  id: string
  slug: string
  name: string
  location: string
  questions: readonly Question[]
  windowDays: number
  /** Who take turns; nobody stands for the owner. */
  members: readonly string[]
  isOffered: boolean
}

export type Question = { text: string; isRequired: boolean }

/** One line a question; a star at its end marks one that must be answered. */
export function readQuestions(lines: readonly string[]): Question[] {
  return lines.map((line) => ({
    text: line.replace(/\s*\*$/, ''),
    isRequired: line.endsWith('*'),
  }))
}

export const questionLines = (questions: readonly Question[]): string[] =>
  questions.map(({ text, isRequired }) => (isRequired ? `${text} *` : text))
