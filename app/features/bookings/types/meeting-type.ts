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

export type PublicMeeting = Pick<MeetingType, 'id' | 'slug' | 'name' | 'length' | 'questions'> & {
  place: string
}

/** What anybody may know of a meeting. A link into it is for those who have booked. */
export function toPublicMeeting({ id, slug, name, length, questions, location }: MeetingType): PublicMeeting {
  return { id, slug, name, length, questions, place: LINK.test(location) ? '' : location }
}

const LINK = /:\/\/|\bwww\.|[\w-]\.[a-z]{2,}\//i
