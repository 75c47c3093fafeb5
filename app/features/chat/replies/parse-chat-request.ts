import { z } from 'zod'

import { MAX_MESSAGE_LENGTH } from '#app/features/chat/chat-events.ts'
import { chatMessages } from '#app/features/chat/messages.ts'
import { defaultLocale, fill } from '#app/lib/messages.ts'
import { readableText } from '#app/lib/readable-text.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'

const texts = chatMessages[defaultLocale].errors

export type ChatRequest =
  | { conversationId: string | null; message: string }
  | { conversationId: string; message: null }

const asked = z.strictObject({ conversationId: z.uuid().nullable(), message: z.string() })
const again = z.strictObject({ conversationId: z.uuid(), retry: z.literal(true) })

/**
 * Refuses a request with other fields, for example a prompt or model of its own: those are the server's.
 * @throws {FieldErrors} for the message. @throws {AppError} invalid for anything else.
 */
export function parseChatRequest(body: unknown): ChatRequest {
  const retry = again.safeParse(body)
  if (retry.success) return { conversationId: retry.data.conversationId, message: null }
  const parsed = asked.safeParse(body)
  if (!parsed.success) throw new AppError('invalid', texts.unknownFields)
  return { conversationId: parsed.data.conversationId, message: parseMessage(parsed.data.message) }
}

export function parseMessage(typed: string): string {
  // Counted before normalisation, which can change the length.
  if (typed.length > MAX_MESSAGE_LENGTH)
    throw new FieldErrors({ message: fill(texts.tooLong, { max: MAX_MESSAGE_LENGTH.toLocaleString('en') }) })
  const message = readableText(typed)?.trim()
  if (message === undefined) throw new FieldErrors({ message: texts.unreadable })
  if (message === '') throw new FieldErrors({ message: texts.blank })
  return message
}
