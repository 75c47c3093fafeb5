import type { Insertable } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import type { ThreadMailTable } from '#app/platform/db/schema/thread.ts'
import { newId } from '#app/platform/ids.server.ts'

/** Stores a visitor's reply by default, with an attachment if `attached` is given. Returns its id. */
export async function createThreadMail(
  ctx: Ctx,
  overrides: Partial<Insertable<ThreadMailTable>> = {},
  attached?: { name: string; type?: string; bytes: Uint8Array },
): Promise<string> {
  const id = newId()
  await ctx.db
    .insertInto('thread_mail')
    .values({
      id,
      direction: 'in',
      lead_id: null,
      message_id: `${id}@mail.example.com`,
      in_reply_to: null,
      reference_ids: '[]',
      from_email: 'ada@example.com',
      from_name: 'Ada Lovelace',
      recipients: JSON.stringify(['hello@agency.example']),
      subject: 'Re: your inquiry',
      text: 'Thank you, Tuesday suits us.',
      quoted: null,
      at: ctx.clock.now(),
      member_id: null,
      email_id: null,
      seen_at: null,
      dismissed_at: null,
      ...overrides,
    })
    .execute()
  if (attached) await attach(ctx, id, attached)
  return id
}

async function attach(
  ctx: Ctx,
  mailId: string,
  { name, type = 'application/octet-stream', bytes }: { name: string; type?: string; bytes: Uint8Array },
): Promise<void> {
  const file = `thread/${newId()}`
  await ctx.files.put(file, bytes)
  await ctx.db
    .insertInto('thread_attachment')
    .values({
      id: newId(),
      mail_id: mailId,
      position: 0,
      name,
      type,
      size: bytes.length,
      file,
      at: ctx.clock.now(),
    })
    .execute()
}
