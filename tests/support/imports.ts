import { importPosts } from '#app/features/blog/transfer/import-posts.job.server.ts'
import { type ImportState, listImports } from '#app/features/blog/transfer/list-imports.server.ts'
import { startImport } from '#app/features/blog/transfer/start-import.server.ts'

import { asOwner, type TestCtx } from './test-ctx.ts'

/** Imports a file to its end, and returns its final state. */
export async function importFile(ctx: TestCtx, bytes: Uint8Array, base = ''): Promise<ImportState> {
  const { id } = await startImport(asOwner(ctx), { name: 'posts', bytes, base })
  await importPosts.run(ctx, { id }, { signal: new AbortController().signal })
  const ended = (await listImports(asOwner(ctx))).find((state) => state.id === id)
  if (!ended) throw new Error('The import that was started is not listed.')
  return ended
}
