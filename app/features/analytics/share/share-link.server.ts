import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { newId } from '#app/platform/ids.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

const PURPOSE = 'analytics share'

/** Source of the link's key; null while there is no link. */
export const share = defineSetting({
  key: 'analytics-share',
  schema: z.object({ id: z.string(), at: z.number() }).nullable(),
  defaults: null,
  audit: (made) => (made === null ? 'settings.share_link_revoked' : 'settings.share_link_made'),
  path: '/admin/analytics/settings',
})

export type ShareLink = {
  url: string
  madeAt: number
}

export async function readShareLink(ctx: Ctx): Promise<ShareLink | null> {
  const made = await share.readAsOwner(ctx)
  if (!made) return null
  const { publicUrl } = await ctx.site(ctx)
  const key = ctx.signer.sign(PURPOSE, made.id)
  return { url: `${publicUrl}/admin/shared-analytics?key=${key}`, madeAt: made.at }
}

/** Creates a new link; the previous one stops working. */
export async function makeShareLink(ctx: Ctx): Promise<void> {
  await share.save(ctx, { id: newId(), at: ctx.clock.now() })
}

export async function revokeShareLink(ctx: Ctx): Promise<void> {
  await share.save(ctx, null)
}

/** Returns whether a key is valid. It is signed with the secret, so a copy of the database is not enough to make one. */
export async function isShareKey(ctx: Ctx, key: string): Promise<boolean> {
  const made = await share.read(ctx)
  return made !== null && ctx.signer.verify(PURPOSE, made.id, key)
}
