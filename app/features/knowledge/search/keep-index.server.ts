import { join } from 'node:path'

import { builtAt, version } from '#app/platform/built-at.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { installationId } from '#app/platform/installation.server.ts'
import { runAfterChanges } from '#app/platform/signals/run-after-changes.server.ts'

import {
  currentIndex,
  KNOWLEDGE_TOPIC,
  packedIndex,
  readIndexFrom,
  readRevision,
} from './current-index.server.ts'
import { removeIndexFile, storedRevision, writeIndexFile } from './index-file.server.ts'
import { TERMS_VERSION } from './terms.ts'

/** In DATA_DIR. */
const FILE = 'knowledge.index'
/** Passages. Fewer are read from the database in less than half a second. */
const WORTH_STORING = 2000
/** Combines changes that follow each other; what was deleted leaves the file after this time. */
const WAIT = 5 * SECOND

/** Loads the index in the background, and stores it for the next start whenever the knowledge has changed. */
export async function keepIndex(
  ctx: Ctx,
  { least = WORTH_STORING, wait = WAIT } = {},
): Promise<{ stop(): Promise<void> }> {
  const path = join(ctx.backup.dataDir, FILE)
  const madeBy = [version, builtAt, TERMS_VERSION, await installationId.read(ctx)].join(' ')
  readIndexFrom(ctx, { path, madeBy })
  currentIndex(ctx).catch((error: unknown) => ctx.log.warn({ error }, 'knowledge.index_failed'))
  let stopped: Promise<null> | undefined
  return runAfterChanges(ctx, {
    topic: KNOWLEDGE_TOPIC,
    wait,
    failed: 'knowledge.index_not_stored',
    async run(signal) {
      // Building the index takes longer than a shutdown may.
      stopped ??= new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)))
      const index = await Promise.race([currentIndex(ctx), stopped])
      if (!index) return
      if (index.size < least) return removeIndexFile(path)
      if ((await storedRevision(path, madeBy)) === (await readRevision(ctx))) return
      await writeIndexFile(path, madeBy, await packedIndex(ctx))
    },
  })
}
