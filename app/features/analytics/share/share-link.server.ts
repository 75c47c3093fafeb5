import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { findSetting, storeSetting } from '#app/platform/settings.server.ts'

const SHARE_SETTING = 'analytics-share'
/** As the audit log names it. */
const subject = { id: SHARE_SETTING, path: '/admin/analytics/settings' }
const PURPOSE = 'analytics share'
const shareSchema = z.object({ id: z.string(), at: z.number() }).nullable()

export type ShareLink = {
  /** The whole address. */
  url: string
  /** Milliseconds UTC. */
  madeAt: number
}

/** The link under which whoever has it reads the figures; null while there is none. */
export async function readShareLink(ctx: Ctx): Promise<ShareLink | null> {
  requireActor(ctx)
  const share = await findShare(ctx)
  if (!share) return null
  const { publicUrl } = await ctx.site(ctx)
  const key = ctx.signer.sign(PURPOSE, share.id)
  return { url: `${publicUrl}/admin/shared-analytics?key=${key}`, madeAt: share.at }
}

/** Makes a link; the one before it, if there was any, leads nowhere from then on. */
export async function makeShareLink(ctx: Ctx): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    await storeSetting(ctx, SHARE_SETTING, { id: newId(), at: ctx.clock.now() })
    await recordChange(ctx, { what: 'settings.share_link_made', subject })
  })
}

/** From now on the link leads nowhere. */
export async function revokeShareLink(ctx: Ctx): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    await storeSetting(ctx, SHARE_SETTING, null)
    await recordChange(ctx, { what: 'settings.share_link_revoked', subject })
  })
}

/** Whether a key opens the figures. It is made from the app's secret, so that a copy of the database opens nothing. */
export async function isShareKey(ctx: Ctx, key: string): Promise<boolean> {
  const share = await findShare(ctx)
  return share !== null && ctx.signer.verify(PURPOSE, share.id, key)
}

async function findShare(ctx: Ctx) {
  return shareSchema.catch(null).parse((await findSetting(ctx, SHARE_SETTING)) ?? null)
}
