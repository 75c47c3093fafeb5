import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'

import { embedPassages } from './embed-passages.job.server.ts'
import { embeddingSetting } from './embedding-setting.server.ts'

export type EmbeddingChoice = {
  isOn: boolean
  /** Whether the current provider offers embeddings. */
  isOffered: boolean
}

export async function readEmbeddingChoice(ctx: Ctx): Promise<EmbeddingChoice> {
  const [isOn, model] = await Promise.all([embeddingSetting.readAsOwner(ctx), ctx.embedder.model(ctx)])
  return { isOn, isOffered: model !== null }
}

/** Switching on sends the existing passages to the provider in the background; switching off sends nothing more. */
export async function switchEmbedding(ctx: Ctx, isOn: boolean): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    await embeddingSetting.save(ctx, isOn)
    if (isOn) await enqueue(ctx, embedPassages, {})
  })
}
