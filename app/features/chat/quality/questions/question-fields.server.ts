import { z } from 'zod'

import { hasAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { type Ctx, siteAssistant } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { readableLine, readableText } from '#app/lib/readable-text.ts'

import { findSource } from './find-sources.server.ts'
import {
  type Expectations,
  MAX_FACT,
  MAX_QUESTION,
  MOST_FACTS,
  MOST_SOURCES,
  type TestQuestion,
} from './test-question.ts'

const UNREADABLE = 'This contains characters that cannot be read. Please type it again.'

const question = z
  .string()
  .default('')
  .transform((typed, refine) => {
    const line = readableLine(typed)
    if (line === null) refine.addIssue(UNREADABLE)
    else if (line === '') refine.addIssue('Please enter a question.')
    else if (line.length > MAX_QUESTION) refine.addIssue(`Please use at most ${MAX_QUESTION} characters.`)
    else return line
    return z.NEVER
  })

/** Accepts one entry per line, as forms send them, or a list. */
const lines = (most: number, longest: number, what: string) =>
  z
    .union([z.string().max(20_000, 'Please shorten this.'), z.array(z.string())])
    .default([])
    .transform((typed, refine) => {
      const text = readableText(typeof typed === 'string' ? typed : typed.join('\n'))
      if (text === null) {
        refine.addIssue(UNREADABLE)
        return z.NEVER
      }
      const found = text.split('\n').map((line) => line.trim())
      return [...new Set(found.filter((line) => line !== ''))]
    })
    .pipe(
      z
        .array(z.string().max(longest, `Please use at most ${longest} characters per line.`))
        .max(most, `Please enter at most ${most} ${what}.`),
    )

export const questionFields = z.object({
  text: question,
  expects: z.enum(['answer', 'unknown'], { error: 'Please choose what you expect.' }).default('answer'),
  facts: lines(MOST_FACTS, MAX_FACT, 'facts'),
  sources: lines(MOST_SOURCES, 500, 'sources'),
  assistant: z.string().default(siteAssistant.id),
})

/** @throws {FieldErrors} for a source that is neither a page nor an item, and for an assistant that does not exist. */
export async function resolveQuestion(
  ctx: Ctx,
  { text, expects, facts, sources, assistant: assistantId }: z.output<typeof questionFields>,
): Promise<Omit<TestQuestion, 'id' | 'version'>> {
  if (!(await hasAssistant(ctx, assistantId)))
    throw new FieldErrors({ assistant: 'There is no such assistant. It may have been deleted.' })
  if (expects === 'unknown') return { text, assistantId, shouldKnow: false, facts: [], sources: [] }
  const found: string[] = []
  for (const line of sources) {
    const source = await findSource(ctx, line)
    if (source === null)
      throw new FieldErrors({
        sources: `“${line}” is neither the path of a page nor the title of a knowledge item. Please use a path such as /about, or an item’s title.`,
      })
    found.push(source)
  }
  return { text, assistantId, shouldKnow: true, facts, sources: [...new Set(found)] }
}

export function expectationColumns({ shouldKnow, facts, sources }: Expectations) {
  return {
    should_know: shouldKnow ? 1 : 0,
    facts: JSON.stringify(facts),
    sources: JSON.stringify(sources),
  }
}
