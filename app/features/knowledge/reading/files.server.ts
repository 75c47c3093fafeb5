import type { Ctx } from '#app/platform/context.server.ts'

const PART = 1024 * 1024

/** Stores the original in the database, so that it is kept with its item and every instance has it (decision 0016). */
export async function storeFile(ctx: Ctx, itemId: string, bytes: Uint8Array): Promise<void> {
  await ctx.db.deleteFrom('knowledge_file').where('item_id', '=', itemId).execute()
  for (let part = 0; part * PART < bytes.byteLength; part += 1)
    await ctx.db
      .insertInto('knowledge_file')
      .values({ item_id: itemId, part, bytes: bytes.subarray(part * PART, (part + 1) * PART) })
      .execute()
}

export async function readFile(ctx: Ctx, itemId: string): Promise<Uint8Array> {
  const parts = await ctx.db
    .selectFrom('knowledge_file')
    .select('bytes')
    .where('item_id', '=', itemId)
    .orderBy('part')
    .execute()
  return new Uint8Array(Buffer.concat(parts.map(({ bytes }) => bytes)))
}
