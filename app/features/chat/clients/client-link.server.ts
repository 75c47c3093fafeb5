import { z } from 'zod'

import { findAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { DAY } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { checkbox } from '#app/platform/settings/form-fields.ts'

const PURPOSE = 'assistant client'

const stored = z.object({
  /** The key is its signature, so a new link has another key. */
  id: z.string(),
  madeAt: z.number(),
  until: z.number(),
  hidesContacts: z.boolean(),
})

type ClientLink = z.infer<typeof stored>

/** How many days a link can be valid. */
export const linkDays = ['30', '90', '365'] as const

export const clientLinkForm = z.object({
  id: z.string(),
  days: z.enum(linkDays, 'Please choose how long the link works.'),
  hidesContacts: checkbox,
})

/** Returns the link by which a client reads what an assistant does, or null. @throws {AppError} not-found. */
export async function readClientLink(ctx: Ctx, id: string) {
  requireActor(ctx, 'conversations.read')
  const link = await findLink(ctx, id)
  if (!link) return null
  const { publicUrl } = await ctx.site(ctx)
  const key = ctx.signer.sign(PURPOSE, link.id)
  const { madeAt, until, hidesContacts } = link
  return { url: `${publicUrl}/admin/shared-assistant/${id}?key=${key}`, madeAt, until, hidesContacts }
}

/** Creates a new link; the previous one stops working. @throws {AppError} not-found. */
export async function makeClientLink(
  ctx: Ctx,
  { id, days, hidesContacts }: z.output<typeof clientLinkForm>,
): Promise<void> {
  requireActor(ctx, 'settings.write')
  const madeAt = ctx.clock.now()
  await storeLink(ctx, id, { id: newId(), madeAt, until: madeAt + Number(days) * DAY, hidesContacts })
}

/** @throws {AppError} not-found. */
export async function revokeClientLink(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requireActor(ctx, 'settings.write')
  await storeLink(ctx, id, null)
}

async function storeLink(ctx: Ctx, id: string, link: ClientLink | null): Promise<void> {
  await withTransaction(ctx, async (ctx) => {
    const { name } = await findAssistant(ctx, id)
    const client_link = link && JSON.stringify(link)
    await ctx.db.updateTable('assistant').set({ client_link }).where('id', '=', id).execute()
    await recordChange(ctx, {
      what: link ? 'assistant.link_made' : 'assistant.link_revoked',
      subject: { id, title: name, path: `/admin/assistants/${id}` },
    })
  })
}

/** Returns the link that a key opens. @throws {AppError} not-found if it is another's, revoked or expired. */
export async function openClientLink(
  ctx: Ctx,
  { id, key }: { id: string; key: string },
): Promise<ClientLink> {
  const link = await findLink(ctx, id)
  const isOpen = link !== null && link.until > ctx.clock.now() && ctx.signer.verify(PURPOSE, link.id, key)
  if (!isOpen) throw new AppError('not-found', 'This link no longer works.')
  return link
}

async function findLink(ctx: Ctx, id: string): Promise<ClientLink | null> {
  const row = await ctx.db
    .selectFrom('assistant')
    .select('client_link')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.client_link ? stored.parse(JSON.parse(row.client_link)) : null
}
