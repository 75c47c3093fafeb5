import { createHash } from 'node:crypto'

import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { ImapServer } from './mail-transport.server.ts'

/** Shorter interruptions do not count as outages, because servers restart. */
const OUTAGE_AFTER = 5 * MINUTE

/** Returns the id of the row that stores how far a mailbox was read. */
export function mailboxId({ host, port, user, folder }: ImapServer): string {
  return createHash('sha256')
    .update(JSON.stringify([host, port, user, folder]))
    .digest('hex')
    .slice(0, 32)
}

export type MailboxHealth = {
  connectedAt: number | null
  lastMailAt: number | null
  failure: { reason: string; since: number } | null
}

/** Returns null if no mailbox is configured. */
export async function findMailboxHealth(ctx: Pick<Ctx, 'db' | 'imap'>): Promise<MailboxHealth | null> {
  const imap = await ctx.imap(ctx)
  if (!imap) return null
  const found = await ctx.db
    .selectFrom('mailbox')
    .select(['connected_at', 'last_mail_at', 'error', 'failing_since'])
    .where('id', '=', mailboxId(imap))
    .executeTakeFirst()
  if (!found) return { connectedAt: null, lastMailAt: null, failure: null }
  const { connected_at: connectedAt, last_mail_at: lastMailAt, error, failing_since: since } = found
  return {
    connectedAt,
    lastMailAt,
    failure: error !== null && since !== null ? { reason: error, since } : null,
  }
}

/** Returns why the mailbox has not been read for minutes, or null. */
export async function findMailboxOutage(ctx: Pick<Ctx, 'db' | 'imap' | 'clock'>) {
  const failure = (await findMailboxHealth(ctx))?.failure ?? null
  return failure && ctx.clock.now() - failure.since >= OUTAGE_AFTER ? failure : null
}
