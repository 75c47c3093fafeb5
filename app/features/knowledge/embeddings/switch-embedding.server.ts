import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'

import { embedPassages } from './embed-passages.job.server.ts'
import { embeddingSetting } from './embedding-setting.server.ts'

export type EmbeddingChoice = {
  isOn: boolean
  /** Whether a provider that is set makes vectors at all. */
  isOffered: boolean
}

export async function readEmbeddingChoice(ctx: Ctx): Promise<EmbeddingChoice> {
  const [isOn, model] = await Promise.all([embeddingSetting.readAsOwner(ctx), ctx.embedder.model(ctx)])
  return { isOn, isOffered: model !== null }
}

/** Switched on, what is known already is sent to the provider in the background; switched off, nothing more is. */
export async function switchEmbedding(ctx: Ctx, isOn: boolean): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await embeddingSetting.save(ctx, isOn)
    if (isOn) await enqueue(ctx, embedPassages, {})
  })
}
