import { runImport } from '#app/features/blog/transfer/import-posts.job.server.ts'
import {
  confirmPostImport,
  getPostImport,
  type ListedEntry,
  listEntries,
  type PostImport,
} from '#app/features/blog/transfer/post-imports.server.ts'
import { startImport } from '#app/features/blog/transfer/upload-import.server.ts'

import { asOwner, type TestCtx } from './test-ctx.ts'

type File = { name?: string; bytes: Uint8Array; base?: string }

/** Reads a file up to its preview. */
export async function previewImport(
  ctx: TestCtx,
  { name = 'posts', bytes, base = '' }: File,
): Promise<{ id: string; state: PostImport; entries: ListedEntry[] }> {
  const { id } = await startImport(asOwner(ctx), { name, bytes, base })
  await runImportJob(ctx, id)
  return { id, ...(await shown(ctx, id)) }
}

/** Imports a file with the entries that the preview has chosen at first, and returns each entry with its outcome. */
export async function importFile(
  ctx: TestCtx,
  bytes: Uint8Array,
  base = '',
): Promise<{ state: PostImport; entries: ListedEntry[] }> {
  const { id, state, entries } = await previewImport(ctx, { bytes, base })
  if (state.state !== 'ready' || entries.every(({ choice }) => choice === 'skip')) return { state, entries }
  await confirmPostImport(asOwner(ctx), { id, redirects: true })
  await runImportJob(ctx, id)
  return shown(ctx, id)
}

export async function runImportJob(ctx: TestCtx, id: string, signal = new AbortController().signal) {
  await runImport.run(ctx, { id }, { signal })
}

async function shown(ctx: TestCtx, id: string) {
  const owner = asOwner(ctx)
  const entries: ListedEntry[] = []
  for (let page = 1; ; page += 1) {
    const part = await listEntries(owner, { id, page })
    entries.push(...part.entries)
    if (page >= part.pages) return { state: await getPostImport(owner, id), entries }
  }
}
