import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { findSetting } from '#app/platform/settings.server.ts'

export const EMBEDDING_SETTING = 'knowledge-meaning'

export async function isEmbeddingOn(ctx: Pick<Ctx, 'db'>): Promise<boolean> {
  return z
    .boolean()
    .catch(false)
    .parse(await findSetting(ctx, EMBEDDING_SETTING))
}
