import { setTimeout as pause } from 'node:timers/promises'

import type { ChatCard, ChatEvent } from '#app/features/chat/chat-events.ts'
import { closePrivateFiles, readSources } from '#app/features/chat/grounding/sources.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { findCards } from '#app/features/chat/tools/stored-tool-calls.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { findInFlight, FOLLOW_EVERY, FOLLOW_TOPIC, stopInFlight } from './in-flight.server.ts'
import { findPendingReply, pendingSince } from './pending-replies.server.ts'
import { readLinks } from './stored-messages.server.ts'
import { getOwnConversation } from './conversation-token.server.ts'

/**
 * Streams the reply in flight from its start. A reply on another instance comes whole, once it is stored.
 * @throws {AppError} not-found if the conversation is another visitor's or has no reply in flight.
 */
export async function joinReply(
  ctx: Ctx,
  { id, token }: { id: string; token: string | null },
): Promise<(leaving: AbortSignal) => AsyncIterable<ChatEvent>> {
  await getOwnConversation(ctx, id, token)
  const replyId = await findPendingReply(ctx, id)
  if (replyId === null) throw new AppError('not-found', (await wordedTexts(ctx, chatTexts)).errors.notFound)
  const here = findInFlight(ctx, replyId)
  return here ? (leaving) => here.follow(leaving) : (leaving) => followElsewhere(ctx, replyId, leaving)
}

const none: readonly ChatCard[] = []

async function* followElsewhere(ctx: Ctx, replyId: string, leaving: AbortSignal): AsyncGenerator<ChatEvent> {
  while (!leaving.aborted) {
    await ctx.signals.publish(ctx, FOLLOW_TOPIC, replyId)
    const row = await ctx.db
      .selectFrom('chat_message')
      .select(['conversation_id', 'outcome', 'text', 'links', 'sources', 'created_at'])
      .where('id', '=', replyId)
      .executeTakeFirst()
    if (!row || (row.outcome === 'pending' && row.created_at <= pendingSince(ctx.clock.now()))) {
      yield { type: 'done', end: 'cut' }
      return
    }
    if (row.outcome === 'failed' || row.outcome === 'withheld') {
      const toast = row.outcome === 'failed' ? (await wordedTexts(ctx, chatTexts)).failedToast : null
      yield { type: 'failed', text: row.text, toast }
      return
    }
    if (row.outcome !== 'pending') {
      for (const { sources } of await closePrivateFiles(ctx, [{ sources: readSources(row.sources) }]))
        if (sources.length > 0) yield { type: 'sources', sources }
      const cards = await findCards(ctx, row.conversation_id)
      for (const card of cards.get(replyId) ?? none) yield { type: 'card', card }
      if (row.text !== '') yield { type: 'text', text: row.text }
      if (row.links !== null) yield { type: 'links', links: readLinks(row.links) }
      yield { type: 'done', end: row.outcome }
      return
    }
    await pause(FOLLOW_EVERY, undefined, { signal: leaving }).catch(() => {})
  }
}

/** Stops the reply in flight on whichever instance makes it; does nothing if there is none. */
export async function stopReply(
  ctx: Ctx,
  { id, token }: { id: string; token: string | null },
): Promise<void> {
  await getOwnConversation(ctx, id, token)
  const replyId = await findPendingReply(ctx, id)
  if (replyId !== null) await stopInFlight(ctx, replyId, 'visitor')
}
