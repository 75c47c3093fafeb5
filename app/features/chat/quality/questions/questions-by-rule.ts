import { comparable } from '../runs/judge-answer.ts'

export type QuestionSection = {
  source: string
  language: string | null
  headings: readonly string[]
  text: string
}

export type MadeQuestion = { text: string; facts: string[]; source: string }

const LEAST_TEXT = 60
/** Longer headings and whole sentences are not names. */
const MAX_HEADING = 50
const MAX_QUESTION = 200

const asks = /[?？؟;]\s*$/
const money =
  /(?:[$€£]|(?:USD|EUR|CHF)\s?)\s?\d{1,3}(?:[,.' ]\d{3})*(?:\.\d{2})?|\d[\d,.']*\s?(?:€|£|EUR|USD|CHF)/u
const duration =
  /\b(?:ready|done|finished|delivered|live|takes?)\b[^.\n]{0,30}?\b(\d+(?:\s?[-–]\s?\d+)?\s(?:business |working )?(?:minutes?|hours?|days?|weeks?|months?))\b/i

function isName(heading: string | undefined): heading is string {
  return heading !== undefined && heading.length <= MAX_HEADING && !/[.!?…？؟;:]\s*$/.test(heading)
}

/** Returns questions that a section answers, the surest first. Templates are English; elsewhere the heading is used. */
export function questionsByRule(section: QuestionSection): MadeQuestion[] {
  const questions = [...askedIn(section), ...factsIn(section), ...aboutHeading(section)]
  return questions.filter((question) => isFromPassage(question, section))
}

/** Returns whether a question has a valid length, and all its facts occur in the passage but not in the question. */
export function isFromPassage({ text, facts }: MadeQuestion, { text: passage }: QuestionSection): boolean {
  const words = comparable(passage)
  const known = facts.every((fact) => {
    const part = comparable(fact)
    return part !== '' && words.includes(part) && !comparable(text).includes(part)
  })
  return known && text.length >= 8 && text.length <= MAX_QUESTION && passage.trim() !== ''
}

/** Finds headings that are questions, and lists of questions with answers. */
function askedIn({ source, headings, text }: QuestionSection): MadeQuestion[] {
  const heading = headings.at(-1)
  const own = heading !== undefined && asks.test(heading) ? [{ text: heading, facts: [], source }] : []
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraph.trim())
  const isList =
    paragraphs.length >= 4 &&
    paragraphs.length % 2 === 0 &&
    paragraphs.every((paragraph, at) => asks.test(paragraph) === (at % 2 === 0))
  const listed = isList ? paragraphs.filter((_, at) => at % 2 === 0) : []
  return [...own, ...listed.map((question) => ({ text: question, facts: [], source }))]
}

/** Finds the price and the duration under a heading. */
function factsIn({ source, language, headings, text }: QuestionSection): MadeQuestion[] {
  const name = headings.at(-1)
  if (!isName(name) || language !== 'en') return []
  const price = money.exec(text)?.[0].trim()
  const time = duration.exec(text)?.[1]
  return [
    ...(price === undefined ? [] : [{ text: `What does ${name} cost?`, facts: [price], source }]),
    ...(time === undefined ? [] : [{ text: `How long does ${name} take?`, facts: [time], source }]),
  ]
}

function aboutHeading({ source, language, headings, text }: QuestionSection): MadeQuestion[] {
  const name = headings.at(-1)
  if (!isName(name) || text.length < LEAST_TEXT) return []
  const question = language === 'en' ? `What can you tell me about “${name}”?` : name
  return [{ text: question, facts: [], source }]
}
