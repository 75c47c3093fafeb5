import { comparableAddress } from '#app/lib/addresses-in-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { readClientName } from './client-figures.server.ts'
import { clientsTexts } from './messages.ts'

const PURPOSE = 'assistant client mails'

/** Returns who gets the weekly mail, and who has asked for no more of them. */
export async function listAddresses(ctx: Ctx, assistantId: string) {
  const rows = await ctx.db
    .selectFrom('client_address')
    .select(['id', 'email', 'stopped_at'])
    .where('assistant_id', '=', assistantId)
    .orderBy('created_at')
    .orderBy('email')
    .execute()
  return {
    addresses: rows.flatMap(({ id, email, stopped_at: at }) => (at === null ? [{ id, email }] : [])),
    stopped: rows.flatMap(({ email, stopped_at: at }) => (at === null ? [] : [{ email, at }])),
  }
}

/** Replaces the addresses. One that has stopped the mails stays stopped, unless the owner has typed it again. */
export async function storeAddresses(
  ctx: Ctx,
  assistantId: string,
  emails: readonly string[],
): Promise<void> {
  const typed = new Map(emails.map((email) => [comparableAddress(email), email]))
  const known = await ctx.db
    .selectFrom('client_address')
    .select(['id', 'email', 'stopped_at'])
    .where('assistant_id', '=', assistantId)
    .execute()
  for (const { id, email, stopped_at } of known) {
    const isTyped = typed.delete(comparableAddress(email))
    if (isTyped && stopped_at !== null)
      await ctx.db.updateTable('client_address').set({ stopped_at: null }).where('id', '=', id).execute()
    if (!isTyped && stopped_at === null)
      await ctx.db.deleteFrom('client_address').where('id', '=', id).execute()
  }
  const created_at = ctx.clock.now()
  for (const email of typed.values())
    await ctx.db
      .insertInto('client_address')
      .values({ id: newId(), assistant_id: assistantId, email, created_at, stopped_at: null })
      .execute()
}

type StopLink = { address: string; key: string }

export async function stopUrlOf(ctx: Ctx, assistantId: string, address: string): Promise<string> {
  const { publicUrl } = await ctx.site({ ...ctx, language: null })
  const query = new URLSearchParams({ address, key: ctx.signer.sign(PURPOSE, address) })
  return `${publicUrl}/admin/shared-assistant/${assistantId}/stop?${query}`
}

/** Returns what the page behind a mail's link shows. @throws {AppError} not-found */
export async function describeStop(ctx: Ctx, link: StopLink) {
  const row = await findByLink(ctx, link)
  if (!row || row.stopped_at !== null) return { isStopped: true, name: '' }
  return { isStopped: false, name: await readClientName(ctx, row.assistant_id) }
}

/** Ends the weekly mails to one address. @throws {AppError} not-found */
export async function stopClientMails(ctx: Ctx, link: StopLink): Promise<void> {
  await findByLink(ctx, link)
  await ctx.db
    .updateTable('client_address')
    .set({ stopped_at: ctx.clock.now() })
    .where('id', '=', link.address)
    .where('stopped_at', 'is', null)
    .execute()
}

/** The link of a mail works as long as the mail is kept. Its row is missing once the owner has removed the address. */
async function findByLink(ctx: Ctx, { address, key }: StopLink) {
  if (!ctx.signer.verify(PURPOSE, address, key))
    throw new AppError('not-found', (await wordedTexts(ctx, clientsTexts)).stop.invalid)
  return ctx.db
    .selectFrom('client_address')
    .select(['assistant_id', 'stopped_at'])
    .where('id', '=', address)
    .executeTakeFirst()
}
