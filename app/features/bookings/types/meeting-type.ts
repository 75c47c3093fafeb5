import type { Question } from '#app/lib/question.ts'

import type { MeetingRules } from '../availability/free-times.ts'

export type MeetingType = MeetingRules & {
  id: string
  slug: string
  name: string
  location: string
  questions: readonly Question[]
  windowDays: number
  /** Ids of the members who take turns; if empty, the first owner. */
  members: readonly string[]
  isOffered: boolean
}

/** Parses one question per line, whose number is its id; a trailing star marks a required one. */
export function readQuestions(lines: readonly string[]): Question[] {
  return lines.map((line, n) => ({
    id: String(n),
    text: line.replace(/\s*\*$/, ''),
    kind: 'long',
    isRequired: line.endsWith('*'),
    help: '',
    choices: [],
    services: [],
  }))
}

export const questionLines = (questions: readonly Question[]): string[] =>
  questions.map(({ text, isRequired }) => (isRequired ? `${text} *` : text))

export type PublicMeeting = Pick<MeetingType, 'id' | 'slug' | 'name' | 'length' | 'questions'> & {
  place: string
}

/** Returns what is public about a meeting type. A link as location is only for guests who have booked. */
export function toPublicMeeting({ id, slug, name, length, questions, location }: MeetingType): PublicMeeting {
  return { id, slug, name, length, questions, place: LINK.test(location) ? '' : location }
}

const LINK = /:\/\/|\bwww\.|[\w-]\.[a-z]{2,}\//i
