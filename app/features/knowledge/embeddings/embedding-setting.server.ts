import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeSetting } from '#app/platform/settings.server.ts'

import { embedPassages } from './embed-passages.job.server.ts'
import { isEmbeddingOn, EMBEDDING_SETTING } from './is-embedding-on.server.ts'

export type EmbeddingSetting = {
  isOn: boolean
  /** Whether a provider that is set makes vectors at all. */
  isOffered: boolean
}

/** Whether passages are also found by their meaning; off until the owner wants it, for it sends them to the provider. */
export async function readEmbeddingSetting(ctx: Ctx): Promise<EmbeddingSetting> {
  requireActor(ctx)
  const [isOn, model] = await Promise.all([isEmbeddingOn(ctx), ctx.embedder.model(ctx)])
  return { isOn, isOffered: model !== null }
}

/** Switched on, what is known already is sent to the provider in the background; switched off, nothing more is. */
export async function switchEmbedding(ctx: Ctx, isOn: boolean): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    await storeSetting(ctx, EMBEDDING_SETTING, isOn)
    if (isOn) await enqueue(ctx, embedPassages, {})
    await recordChange(ctx, {
      what: isOn ? 'settings.meaning_on' : 'settings.meaning_off',
      subject: { id: EMBEDDING_SETTING, path: '/admin/knowledge' },
    })
  })
}
