import { z } from 'zod'

import { type BusinessHours, parseSpans, type Span, weekdays } from '#app/lib/business-hours.ts'
import { productLanguages } from '#app/lib/languages.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { checkbox, line, listOf } from '#app/platform/settings/form-fields.ts'

import { WELCOME_MESSAGE } from '../settings/chat-appearance.ts'
import { botShape } from '../settings/chatbot-settings.server.ts'
import { suggestedQuestions } from '../settings/openings.server.ts'
import { DEFAULT_SYSTEM_PROMPT } from '../settings/prompt-templates.ts'

import { parseOrigin } from './allowed-origins.ts'
import { corners, icons, themes } from './assistant-choices.ts'

const MOST_QUESTIONS = 6

const origin = z.string().transform((typed, refine) => {
  const found = parseOrigin(typed)
  if (found !== null) return found
  refine.addIssue(
    `Please enter addresses such as https://shop.example or https://*.shop.example, one per line: ${typed.slice(0, 100)}`,
  )
  return z.NEVER
})

/** One question per line. */
const questions = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) => (typeof value === 'string' ? value.split('\n') : value))
  .transform((lines) => [...new Set(lines.flatMap((each) => readableLine(each)?.trim() || []))])
  .pipe(
    z
      .array(z.string().max(120, 'Please use at most 120 characters in each line.'))
      .max(MOST_QUESTIONS, `Please list at most ${MOST_QUESTIONS} questions.`),
  )

/** US dollars; empty for no cap of its own. */
const cap = z.preprocess(
  (value) => (value === '' ? null : value),
  z.coerce
    .number({ error: 'Please enter an amount in US dollars.' })
    .min(0, 'Please enter 0 or more.')
    .max(1_000_000, 'Please enter at most 1,000,000.')
    .nullable()
    .default(null),
)

const hours = z
  .string()
  .default('')
  .transform((typed, refine) => {
    if (hoursOf(typed) !== undefined) return typed.trim()
    refine.addIssue('Please enter days and times such as Mon-Fri 9:00-17:00, one line each.')
    return z.NEVER
  })

/** The tools that it may not use. A form sends the names of all, and a checkbox for each enabled one. */
const toolsOff = z.array(z.string().max(100)).max(200)

const schema = z.object({
  ...botShape,
  questions,
  /** BCP 47 tag; empty for the visitor's language. */
  language: z.union([z.literal(''), z.enum(productLanguages)], 'Please choose a language.').default(''),
  /** Such as #2f6fed; empty for the site's. */
  accent: z
    .string()
    .regex(/^(?:|#[0-9a-f]{6})$/i, 'Please enter a colour such as #2f6fed.')
    .default(''),
  theme: z.enum(themes).default('host'),
  corner: z.enum(corners).default('end'),
  icon: z.enum(icons).default('chat'),
  /** Pixels from the edges of the window. */
  offset: z.coerce
    .number()
    .int('Please enter a whole number.')
    .min(0)
    .max(200, 'Please enter at most 200.')
    .default(24),
  toolsOff: toolsOff.default([]),
  hasInquiryForm: checkbox,
  noticeEmails: listOf(z.array(z.email('Please enter e-mail addresses, one per line.')).max(20)),
  hours,
  /** When visitors can expect an answer of a person, in the owner's words. */
  promise: line(200),
  dailyCap: cap,
  monthlyCap: cap,
  origins: listOf(z.array(origin).max(50, 'Please list at most 50 addresses.')),
  /** Whether the query of the host's address is stored with a conversation. */
  keepsQuery: checkbox,
})

export type AssistantSettings = z.output<typeof schema>

function withTools(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('tools' in given)) return given
  const { tools, ...others } = given
  const names = typeof tools === 'string' ? tools.split(' ').filter(Boolean) : []
  return { ...others, toolsOff: names.filter((name) => !Object.hasOwn(given, `tool:${name}`)) }
}

/** Every setting of an assistant. Parses what is stored and its form. */
export const assistantSettings = z.preprocess(withTools, schema)

/** @throws {FieldErrors} */
export function parseAssistantSettings(fields: unknown): AssistantSettings {
  const parsed = assistantSettings.safeParse(fields)
  if (!parsed.success) throw new FieldErrors(firstFaults(parsed.error.issues))
  return parsed.data
}

export function defaultAssistantSettings(botName: string): AssistantSettings {
  return schema.parse({
    botName,
    personality: 'professional',
    welcomeMessage: WELCOME_MESSAGE,
    systemPrompt: DEFAULT_SYSTEM_PROMPT,
    responseStyle: 'detailed',
    linkDomains: [],
    questions: [...suggestedQuestions],
    hasInquiryForm: true,
  })
}

/** Reads lines such as `Mon-Fri 9:00-17:00`. @returns null without lines, undefined if a line is unclear. */
export function hoursOf(typed: string): BusinessHours | null | undefined {
  const lines = typed.split('\n').filter((each) => each.trim() !== '')
  if (lines.length === 0) return null
  const week: (readonly Span[])[] = weekdays.map(() => [])
  for (const each of lines) {
    const found = DAYS_AND_TIMES.exec(each)
    if (!found) return undefined
    const [, first = '', last = first, times = ''] = found
    const [from, to, spans] = [dayOf(first), dayOf(last), parseSpans(times)]
    if (from < 0 || to < from || !spans) return undefined
    week.fill(spans, from, to + 1)
  }
  return { week, closedOn: [] }
}

const DAYS_AND_TIMES = /^\s*([a-z]{3,9})\.?(?:\s*[-–]\s*([a-z]{3,9})\.?)?\s*:?\s+(.+)$/i

function dayOf(name: string): number {
  const short = name.slice(0, 3).toLowerCase()
  return weekdays.findIndex((day) => day.slice(0, 3).toLowerCase() === short)
}
