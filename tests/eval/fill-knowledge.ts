import { createItem } from '#app/features/knowledge/items/create-item.server.ts'
import { readDocument } from '#app/features/knowledge/reading/read-document.server.ts'
import { storeReading } from '#app/features/knowledge/reading/store-reading.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Collection } from './collection.ts'

/** Stores each document as a text item, reads it as the product does, and returns the documents' ids by item. */
export async function fillKnowledge(
  ctx: Ctx,
  documents: Collection['documents'],
): Promise<Map<string, string>> {
  const documentOf = new Map<string, string>()
  for (const { id, title, text } of documents) {
    const bytes = new TextEncoder().encode(text)
    const item = await createItem(ctx, { kind: 'text', title, source: null, sameAs: id, bytes })
    const read = await readDocument({ kind: 'text', bytes })
    await storeReading(ctx, { itemId: item.id, reading: 1, read, bytes: bytes.byteLength })
    documentOf.set(item.id, id)
  }
  return documentOf
}
