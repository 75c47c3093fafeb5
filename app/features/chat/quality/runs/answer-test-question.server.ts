import { costOfReply } from '#app/features/ai/spending/price-table.ts'
import { CapReached } from '#app/features/ai/spending/ledger.server.ts'
import { withQueuedTransaction } from '#app/features/ai/spending/queued-transaction.server.ts'
import { settleWithinCaps } from '#app/features/ai/spending/spend-within-caps.server.ts'
import { makeReply } from '#app/features/chat/replies/make-reply.server.ts'
import { prepareReply, type PreparedReply } from '#app/features/chat/replies/prepare-reply.server.ts'
import { emptyReply, type MadeReply } from '#app/features/chat/replies/settle-reply.server.ts'
import { chatbotSettings } from '#app/features/chat/settings/chatbot-settings.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { TestQuestion } from '../questions/test-question.ts'

import { storeResult } from './store-result.server.ts'
import { addTestSpending, reserveForTest, RunEnded } from './test-spending.server.ts'

type Asking = { runId: string; question: TestQuestion; signal: AbortSignal }

/** Asks one question like a visitor's message, settles its cost and stores the result. @throws {RunEnded} */
export async function answerTestQuestion(ctx: Ctx, { runId, question, signal }: Asking): Promise<void> {
  const prepared = await prepareReply(ctx, await chatbotSettings.read(ctx))
  const { limits, dearest } = prepared
  const turns = [{ role: 'user' as const, content: question.text }]
  const reserved = dearest(turns)
  const reservedAt = ctx.clock.now()
  await reserve(ctx, prepared, reserved)
  const nobody = { token: null, clientAddress: '', handover: null }
  const ids = { conversationId: newId(), replyId: newId(), ...nobody }
  const turn = {
    ...ids,
    turns,
    question: question.text,
    begunAt: reservedAt,
    reserved,
    isTrial: true as const,
  }
  const made = await ask(ctx, prepared, turn, signal)
  const { cost, tokens } = costOfReply(made, limits, reservedAt)
  const inAll = reserved + prepared.prompt.purse.reserved()
  await withQueuedTransaction(ctx, async (ctx) => {
    if (!signal.aborted) await storeResult(ctx, { runId, question, made, cost })
    await settleWithinCaps(ctx, limits, { reservedAt, reserved: inAll, actual: cost, tokens })
    await addTestSpending(ctx, reservedAt, cost - reserved)
  })
  signal.throwIfAborted()
}

async function reserve(ctx: Ctx, { found, limits }: PreparedReply, micros: number): Promise<void> {
  if (found.kind !== 'endpoints') throw new RunEnded('no-provider')
  try {
    await reserveForTest(ctx, limits, micros)
  } catch (error) {
    throw error instanceof CapReached ? new RunEnded('cap') : error
  }
}

async function ask(
  ctx: Ctx,
  { found, prompt }: PreparedReply,
  turn: Parameters<typeof makeReply>[1],
  signal: AbortSignal,
): Promise<MadeReply> {
  if (found.kind !== 'endpoints') throw new RunEnded('no-provider')
  try {
    return await makeReply(ctx, turn, { signal, say() {} }, { endpoints: found.endpoints, prompt })
  } catch (error) {
    ctx.log.error({ error }, 'chat.test_question_fault')
    return { ...emptyReply, failure: 'An internal error occurred. The server log has the details.' }
  }
}
