import { z } from 'zod'

import { spendWithinCaps } from '#app/features/ai/spending/spend-within-caps.server.ts'
import { readAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { type ChatEvent, MAX_MESSAGE_LENGTH } from '#app/features/chat/chat-events.ts'
import { type HostFacts, hostFacts } from '#app/features/chat/embed/host-facts.ts'
import { checkHost } from '#app/features/chat/embed/check-host.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import type { ChatMessages } from '#app/features/chat/messages.en.ts'
import { fill } from '#app/lib/messages.ts'
import { readableText } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { type Asked, beginTurn } from './begin-turn.server.ts'
import { beginInFlight, type InFlightReply } from './in-flight.server.ts'
import { prepareReply } from './prepare-reply.server.ts'
import { runReply } from './run-reply.server.ts'

export type Sending = Omit<Asked, 'conversationId' | 'message'> & { body: unknown }

export type SentMessage = { begin: ChatEvent & { type: 'begin' }; reply: InFlightReply }

/** Stores a visitor's message and, unless the owner speaks, starts the reply. @throws {FieldErrors} {AppError} */
export async function sendMessage(ctx: Ctx, { body, ...visit }: Sending): Promise<SentMessage> {
  const { facts, ...request } = parseChatRequest(body, (await wordedTexts(ctx, chatTexts)).errors)
  const settings = await readAssistant(ctx)
  const host = await checkHost(ctx, settings, facts)
  const { found, limits, prompt, dearest } = await prepareReply(ctx, settings)
  const turn = await spendWithinCaps(ctx, limits, () =>
    beginTurn(ctx, { ...request, ...visit, host }, limits, dearest),
  )
  const { conversationId, token, replyId } = turn
  const reply = beginInFlight(ctx, replyId ?? newId())
  if (turn.replyId === null)
    reply.end(
      turn.handover ? { type: 'handover', handover: turn.handover } : { type: 'speaker', speaker: 'owner' },
    )
  else void runReply(ctx, turn, reply, found, prompt)
  return { begin: { type: 'begin', conversationId, token, replyId }, reply }
}

type Sentences = ChatMessages['errors']

type ChatRequest = Pick<Asked, 'conversationId' | 'message' | 'wantsPerson' | 'timeZone'> & {
  facts: HostFacts | undefined
}

/** The browser's time zone. */
const zone = z.string().max(60)

const asked = z.strictObject({
  conversationId: z.uuid().nullable(),
  message: z.string(),
  person: z.literal(true).optional(),
  zone: zone.optional(),
  host: hostFacts.optional(),
})
const again = z.strictObject({
  conversationId: z.uuid(),
  retry: z.literal(true),
  zone: zone.optional(),
  host: hostFacts.optional(),
})

/** Rejects requests with other fields, such as a prompt or model, which only the server sets. */
function parseChatRequest(body: unknown, texts: Sentences): ChatRequest {
  const retry = again.safeParse(body)
  if (retry.success) {
    const { conversationId, zone: timeZone = null, host: facts } = retry.data
    return { conversationId, message: null, timeZone, facts }
  }
  const parsed = asked.safeParse(body)
  if (!parsed.success) throw new AppError('invalid', texts.unknownFields)
  const { conversationId, message, person = false, zone: timeZone = null, host: facts } = parsed.data
  return { conversationId, message: parseMessage(message, texts), wantsPerson: person, timeZone, facts }
}

export function parseMessage(typed: string, texts: Sentences): string {
  // The length is checked before normalisation, which can change it.
  if (typed.length > MAX_MESSAGE_LENGTH)
    throw new FieldErrors({ message: fill(texts.tooLong, { max: MAX_MESSAGE_LENGTH.toLocaleString('en') }) })
  const message = readableText(typed)?.trim()
  if (message === undefined) throw new FieldErrors({ message: texts.unreadable })
  if (message === '') throw new FieldErrors({ message: texts.blank })
  return message
}
