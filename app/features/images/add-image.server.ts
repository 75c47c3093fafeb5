import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { storeImage } from './store-image.server.ts'

export async function addImage(
  ctx: Ctx,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<{ address: string }> {
  requireActor(ctx, 'content.write')
  const { id, address } = await storeImage(ctx, { name, bytes })
  await withTransaction(ctx, (ctx) =>
    recordChange(ctx, { what: 'image.added', subject: { id, title: name, path: address } }),
  )
  return { address }
}
