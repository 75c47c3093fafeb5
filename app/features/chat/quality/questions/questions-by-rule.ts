import { comparable } from '../runs/judge-answer.ts'

/** A part of a page or document from which questions are made. */
export type QuestionSection = {
  source: string
  language: string | null
  headings: readonly string[]
  text: string
}

export type MadeQuestion = { text: string; facts: string[]; source: string }

const LEAST_TEXT = 60
/** Longer headings and whole sentences are no names. */
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

/** Questions that a section answers, the surest first. Templates are English; in other languages a heading asks. */
export function questionsByRule(section: QuestionSection): MadeQuestion[] {
  const questions = [...askedIn(section), ...factsIn(section), ...aboutHeading(section)]
  return questions.filter((question) => isFromPassage(question, section))
}

/** Whether a question asks anything, and each of its facts stands in the passage it was made from. */
export function isFromPassage({ text, facts }: MadeQuestion, { text: passage }: QuestionSection): boolean {
  const words = comparable(passage)
  const known = facts.every((fact) => {
    const part = comparable(fact)
    return part !== '' && words.includes(part) && !comparable(text).includes(part)
  })
  return known && text.length >= 8 && text.length <= MAX_QUESTION && passage.trim() !== ''
}

/** A heading that asks, and lists of questions with their answers. */
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

/** The price and the time that stand under a heading. */
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
