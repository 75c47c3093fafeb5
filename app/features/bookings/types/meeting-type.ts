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
  /** Whether its place is a link. */
  isOnline: boolean
  /** Whether it is the one that a new installation offers. */
  isStarter: boolean
}

/** Returns what is public about a meeting type. A link as location is only for guests who have booked. */
export function toPublicMeeting({ id, slug, name, length, questions, location }: MeetingType): PublicMeeting {
  const isOnline = LINK.test(location)
  const place = isOnline ? '' : location
  return { id, slug, name, length, questions, place, isOnline, isStarter: id === STARTER_ID }
}

/** Id of the meeting that is offered until the owner saves one. */
export const STARTER_ID = 'consultation'

const LINK = /:\/\/|\bwww\.|[\w-]\.[a-z]{2,}\//i
