import { sql } from 'kysely'

import { foldForSearch } from '#app/lib/readable-text.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ChangeKind } from '#app/platform/audit/change-kinds.ts'
import { newId } from '#app/platform/ids.server.ts'

import { auditEntryOf, type Change } from './record-change.server.ts'

const APART = 20
const WINDOW = 15 * MINUTE

/** Logs what a stranger can cause repeatedly. Each quarter of an hour has one row. `about` is stored as a keyed hash. */
export async function recordRepeated(
  ctx: Ctx,
  { about, ...repeated }: Change & { about?: string },
): Promise<void> {
  const count = Math.floor(ctx.clock.now() / WINDOW)
  const window = `${repeated.what}@${count}`
  const hash = about === undefined ? null : addressHash(ctx, about)
  const own =
    hash && (await isRoomFor(ctx, { what: repeated.what, start: count * WINDOW }, hash)) ? hash : null
  const change: Change = { ...repeated, ...(own && { subject: { id: own, title: titleOf(own) } }) }
  const entry = auditEntryOf(ctx, change)
  const { search: withoutDevice } = auditEntryOf(ctx, { ...change, by: { actor: entry.actor } })
  await ctx.db
    .insertInto('audit_entry')
    .values({ ...entry, id: own ? `${window}:${own}` : window })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        times: sql`audit_entry.times + 1`,
        device: sql`case when audit_entry.device = excluded.device then audit_entry.device end`,
        search: sql`case when audit_entry.device = excluded.device then audit_entry.search else ${withoutDevice} end`,
      }),
    )
    .execute()
}

/** Removes an address from the log but keeps its entries. */
export async function forgetAddress(ctx: Ctx, address: string): Promise<void> {
  const hash = addressHash(ctx, address)
  await ctx.db
    .updateTable('audit_entry')
    .set({
      id: sql`replace(id, ${hash}, ${newId()})`,
      subject_id: null,
      subject_title: null,
      search: sql`replace(search, ${foldForSearch(`${hash} ${titleOf(hash)}`)}, '')`,
    })
    .where('subject_id', '=', hash)
    .execute()
}

/** Distinguishes addresses without revealing them: only the secret's holder could compute the hash. */
function addressHash(ctx: Ctx, address: string): string {
  return ctx.signer.sign('audit-address', address.trim().toLowerCase()).slice(0, 12)
}

function titleOf(hash: string): string {
  return `address ${hash}`
}

async function isRoomFor(
  ctx: Ctx,
  { what, start }: { what: ChangeKind; start: number },
  hash: string,
): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('audit_entry')
    .select('subject_id')
    .where('kind', '=', what)
    .where('at', '>=', start)
    .limit(APART + 1)
    .execute()
  return rows.length < APART || rows.some(({ subject_id }) => subject_id === hash)
}
