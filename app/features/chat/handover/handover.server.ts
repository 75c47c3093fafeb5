import type { Handover } from '#app/features/chat/chat-events.ts'
import { CONVERSATION_TOPIC } from '#app/features/chat/replies/watch-conversation.server.ts'
import { openingAt } from '#app/lib/business-hours.ts'
import { HOUR, MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { inquiryRecipients, queueEmail } from '#app/platform/email/queue-email.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { otherAssistantName } from '#app/platform/lists/assistants-of-list.server.ts'
import { may, roles } from '#app/platform/permissions.ts'
import { TODAY_TOPIC } from '#app/platform/signals/signals.server.ts'
import { countAddress, isWithin } from '#app/platform/throttle.server.ts'

import { handoverEmail } from './handover.email.tsx'

/** How often the owner is reminded of a visitor who keeps asking. */
const TELL_EVERY = HOUR
/** Sessions record their last use once a minute. */
const PRESENT_FOR = 5 * MINUTE
const whoAnswers = roles.filter((role) => may(role, 'conversations.write'))
const perAddress = { name: 'handover-address', limit: 5, windowMs: HOUR }
/** Protects the owner's inbox, however many addresses ask. */
const inAll = { name: 'handover-all', limit: 60, windowMs: HOUR }

const MESSAGES_IN_MAIL = 6
const LONGEST_IN_MAIL = 600

export async function describeHandover(ctx: Ctx): Promise<Handover> {
  const { businessHours, timeZone } = await ctx.site(ctx)
  const now = ctx.clock.now()
  const opening = openingAt(businessHours, timeZone, now)
  const present = await ctx.db
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'member_id')
    .select('session.id')
    .where('removed_at', 'is', null)
    .where('role', 'in', whoAnswers)
    .where('session.last_seen_at', '>', now - PRESENT_FOR)
    .limit(1)
    .executeTakeFirst()
  return {
    isPresent: present !== undefined,
    isOpen: opening.isOpen,
    opensAt: opening.isOpen ? null : opening.opensAt,
  }
}

type Asking = { conversationId: string; clientAddress: string }

/**
 * Records, in the caller's transaction and under the conversation's lock, that the visitor waits for a person. Mails
 * the owner at most once an hour.
 * @returns null, so that nothing is promised, if the owner speaks, too many ask, or nothing is stored.
 */
export async function requestHandover(
  ctx: Ctx,
  { conversationId, clientAddress }: Asking,
): Promise<Handover | null> {
  const conversation = await ctx.db
    .selectFrom('conversation')
    .select(['speaker', 'waiting_since', 'told_at', 'page', 'assistant_id'])
    .select(otherAssistantName('conversation'))
    .where('id', '=', conversationId)
    .executeTakeFirst()
  if (!conversation || conversation.speaker === 'owner') return null
  const { waiting_since, told_at, page, assistant_id, assistant } = conversation
  const now = ctx.clock.now()
  const isTold = waiting_since !== null && told_at !== null && told_at > now - TELL_EVERY
  const handover = await describeHandover(ctx)
  if (isTold) return handover
  if (!(await mayTell(ctx, clientAddress))) return null
  const since = waiting_since ?? now
  await ctx.db
    .updateTable('conversation')
    .set({ waiting_since: since, told_at: now })
    .where('id', '=', conversationId)
    .execute()
  await queueMail(ctx, { conversationId, page, assistant, assistant_id, since, handover })
  if (waiting_since === null) await ctx.tellWebhooks(ctx, { kind: 'person.requested', id: conversationId })
  await ctx.notify(ctx, { kind: 'chat', subject: `${conversationId}:${since}` })
  await ctx.signals.publish(ctx, CONVERSATION_TOPIC, conversationId)
  ctx.signals.nudge(ctx, TODAY_TOPIC)
  return handover
}

/** Marks a taken-over conversation as waiting for an answer. Mails at most once an hour. Call it in a transaction. */
export async function waitForOwner(ctx: Ctx, conversationId: string): Promise<void> {
  const now = ctx.clock.now()
  const { waiting_since, told_at, assignee_id, ...conversation } = await ctx.db
    .selectFrom('conversation')
    .select(['waiting_since', 'told_at', 'page', 'assistant_id', 'assignee_id'])
    .select(otherAssistantName('conversation'))
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  const since = waiting_since ?? now
  const isTold = told_at !== null && told_at > now - TELL_EVERY
  if (waiting_since !== null && isTold) return
  await ctx.db
    .updateTable('conversation')
    .set({ waiting_since: since, ...(!isTold && { told_at: now }) })
    .where('id', '=', conversationId)
    .execute()
  if (!isTold) await queueMail(ctx, { ...conversation, conversationId, since, handover: null })
  await ctx.notify(ctx, {
    kind: 'chat',
    subject: `${conversationId}:${since}`,
    ...(assignee_id !== null && { members: [assignee_id] }),
  })
  ctx.signals.nudge(ctx, TODAY_TOPIC)
}

type Waiting = {
  conversationId: string
  page: string | null
  assistant: string | null
  assistant_id: string
  since: number
  handover: Handover | null
}

async function queueMail(
  ctx: Ctx,
  { assistant, assistant_id, handover, ...waiting }: Waiting,
): Promise<void> {
  const { timeZone } = await ctx.site(ctx)
  await queueEmail(ctx, {
    template: handoverEmail,
    props: {
      ...waiting,
      ...(assistant !== null && { assistant }),
      timeZone,
      ...(handover ?? { isTakenOver: true, isPresent: false, isOpen: false, opensAt: null }),
      messages: await lastMessages(ctx, waiting.conversationId),
    },
    to: await inquiryRecipients(ctx, assistant_id),
    dedupeKey: `handover:${newId()}`,
    about: `conversation:${waiting.conversationId}`,
  })
}

async function mayTell(ctx: Ctx, clientAddress: string): Promise<boolean> {
  try {
    await countAddress(ctx, perAddress, clientAddress)
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many') return false
    throw error
  }
  return isWithin(ctx, inAll, 'all')
}

async function lastMessages(ctx: Ctx, conversationId: string) {
  const newestFirst = await ctx.db
    .selectFrom('chat_message')
    .select(['author', 'text'])
    .where('conversation_id', '=', conversationId)
    .where('text', '!=', '')
    .orderBy('id', 'desc')
    .limit(MESSAGES_IN_MAIL)
    .execute()
  return newestFirst.toReversed().map(({ author, text }) => ({ author, text: shortened(text) }))
}

function shortened(text: string): string {
  if (text.length <= LONGEST_IN_MAIL) return text
  return `${text.slice(0, LONGEST_IN_MAIL).toWellFormed()}…`
}
