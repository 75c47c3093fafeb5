import { z } from 'zod'

import { readableLine, readableText } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

export const MOST_OPENINGS = 50
const MOST_QUESTIONS = 6
const LONGEST_PATH = 200

const UNREADABLE = 'This contains characters that cannot be read. Please type it again.'

function readable(read: (typed: string) => string | null, longest: number) {
  return z
    .string()
    .transform((typed, refine) => {
      const text = read(typed)
      if (text !== null) return text.trim()
      refine.addIssue(UNREADABLE)
      return z.NEVER
    })
    .pipe(z.string().max(longest, `Please use at most ${longest} characters.`))
}

const questions = z
  .array(readable(readableLine, 120))
  .max(MOST_QUESTIONS, `Please list at most ${MOST_QUESTIONS} questions.`)
  .transform((lines) => [...new Set(lines)])

const path = z.string().transform((typed, refine) => {
  const found = pathOf(typed.trim())
  if (found !== null) return found
  refine.addIssue('Please enter the page’s path, such as /services.')
  return z.NEVER
})

const schema = z.object({
  questions,
  pages: z
    .array(z.object({ path, greeting: readable(readableText, 500), questions }))
    .max(MOST_OPENINGS, `Please list at most ${MOST_OPENINGS} pages.`),
})

export type Openings = z.infer<typeof schema>

/** The suggestions of a new installation, whose translations are in `app/languages`. */
export const suggestedQuestions = [
  'What services do you offer?',
  'How much does it cost?',
  'How do we get started?',
]

/** What the panel shows before the first message: suggested questions, and a greeting for some pages. */
export const openings = defineSetting({
  key: 'openings',
  schema,
  defaults: {
    questions: [...suggestedQuestions],
    pages: [],
  },
  audit: 'settings.openings',
  path: '/admin/chatbot/openings',
  area: 'knowledge',
})

/** Returns a page's path as browsers report it, without a trailing slash. */
function pathOf(typed: string): string | null {
  const isPath = /^\/(?!\/)/.test(typed) && typed.length <= LONGEST_PATH
  const url = isPath ? URL.parse(typed, 'https://site.invalid') : null
  return url && (url.pathname.replace(/\/+$/, '') || '/')
}

/** Without its own greeting or questions, a page has those of all pages. */
export function openingOn({ questions: all, pages }: Openings, page: string | null) {
  const asked = page === null ? null : pathOf(page)
  const own = pages.find((each) => each.path === asked)
  if (!own) return { greeting: '', questions: all }
  return { greeting: own.greeting, questions: own.questions.length > 0 ? own.questions : all }
}

type Fields = Readonly<Record<string, string>>

/**
 * Stores the form: a list of questions, and for each page its path, greeting and questions. Skips empty rows.
 * @param fields `remove` names the row that is removed, such as `pages.2`.
 * @throws {FieldErrors} named like the form's fields.
 */
export async function saveOpenings(ctx: Ctx, fields: Fields): Promise<void> {
  requireActor(ctx, 'knowledge.write')
  // Reads one more than allowed, so that too many are rejected and not dropped.
  const rows = Array.from({ length: MOST_OPENINGS + 1 }, (_, at) => `pages.${at}`).filter(
    (from) =>
      from !== fields['remove'] &&
      ['path', 'greeting', 'questions'].some((name) => textOf(fields, from, name)),
  )
  const parsed = schema.safeParse({
    questions: linesOf(fields['questions']),
    pages: rows.map((from) => ({
      path: textOf(fields, from, 'path'),
      greeting: textOf(fields, from, 'greeting'),
      questions: linesOf(fields[`${from}.questions`]),
    })),
  })
  if (!parsed.success) throw new FieldErrors(faultsOf(rows, parsed.error.issues))
  const { pages } = parsed.data
  const twice = pages.findIndex((page, at) => pages.findIndex((other) => other.path === page.path) < at)
  if (twice >= 0) throw new FieldErrors({ [`${rows[twice]}.path`]: 'This page is listed twice.' })
  await openings.save(ctx, parsed.data)
}

function textOf(fields: Fields, from: string, name: string): string {
  const { [`${from}.${name}`]: typed = '' } = fields
  return typed.trim()
}

function linesOf(text = ''): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function faultsOf(rows: readonly string[], issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const { path: at, message } of issues) {
    const [list, row, name] = at
    const field = list === 'pages' && typeof row === 'number' ? `${rows[row]}.${String(name)}` : String(list)
    faults[field] ??= message
  }
  return faults
}
