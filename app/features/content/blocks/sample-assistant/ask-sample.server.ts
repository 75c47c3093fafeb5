import { z } from 'zod'

import {
  answerFromPassages,
  type GivenPassage,
} from '#app/features/chat/grounding/answer-from-passages.server.ts'
import { chatLimits } from '#app/features/chat/limits/chat-limits.server.ts'
import type { InFlightReply } from '#app/features/chat/replies/in-flight.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { readableText } from '#app/lib/readable-text.ts'
import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { countAddress, countAgainst } from '#app/platform/throttle.server.ts'

import { LONGEST_ANSWER, LONGEST_QUESTION, MOST_TURNS } from './sample-limits.ts'
import { sampleAssistantBlock, type SampleDocument } from './sample-assistant.tsx'

/** Enough to try it; for more, visitors have the site's own assistant. */
const ofAddress = { name: 'sample-address', limit: 15, windowMs: HOUR }
const ofAll = { name: 'sample-all', limit: 500, windowMs: DAY }

const turn = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: z.string().trim().min(1).max(LONGEST_QUESTION) }),
  z.strictObject({ role: z.literal('assistant'), content: z.string().min(1).max(LONGEST_ANSWER) }),
])

const askedSchema = z.strictObject({
  page: z.string().max(200),
  block: z.string().max(100),
  turns: z
    .array(turn)
    .min(1)
    .max(MOST_TURNS)
    .refine((turns) => turns.at(-1)?.role === 'user' && turns[0]?.role === 'user')
    .refine((turns) => turns.every(({ content }) => readableText(content) !== null)),
})

/**
 * Answers a question from the documents of a published block.
 * @throws {AppError} invalid; not-found; conflict without a provider; too-many; unavailable past a cap.
 */
export async function askSample(
  ctx: Ctx,
  { body, clientAddress }: { body: unknown; clientAddress: string },
): Promise<InFlightReply> {
  const asked = askedSchema.safeParse(body)
  if (!asked.success)
    throw new AppError('invalid', `Please ask a question of at most ${LONGEST_QUESTION} characters.`)
  const { page, block, turns } = asked.data
  const { name, documents } = await findSample(ctx, page, block)
  const { messagesPerMinute } = await chatLimits.read(ctx)
  await countAddress(ctx, { name: 'chat-address', limit: messagesPerMinute, windowMs: MINUTE }, clientAddress)
  await countAddress(ctx, ofAddress, clientAddress)
  await countAgainst(ctx, ofAll, 'all')
  const role = `You are the assistant of ${name}, a sample business. You show visitors how an assistant answers from documents.`
  return answerFromPassages(ctx, { role, passages: passagesOf(documents), turns })
}

async function findSample(ctx: Ctx, path: string, id: string) {
  const { pages } = await readContent(ctx)
  const block = pages.get(path)?.blocks.find((one) => one.id === id && one.type === sampleAssistantBlock.type)
  if (!block) throw new AppError('not-found', 'There is no such assistant. Please load the page again.')
  // A published block has passed the schema of its type.
  return block.props as { name: string; documents: readonly SampleDocument[] }
}

/** Returns one passage for each paragraph, so that a citation points to the paragraph. */
export function passagesOf(documents: readonly SampleDocument[]): GivenPassage[] {
  return documents.flatMap(({ title, text }) =>
    text
      .split(/\n\s*\n/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => ({ title, href: null, headings: [], text: part })),
  )
}
