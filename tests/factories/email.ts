import type { Insertable } from 'kysely'

import type { Ctx } from '#app/platform/context.server.ts'
import type { EmailTable } from '#app/platform/db/schema/email.ts'
import { newId } from '#app/platform/ids.server.ts'

let made = 0

/** Stores a mail in the outbox, held by default, without a job that would send it. Returns its id. */
export async function createEmail(
  ctx: Ctx,
  overrides: Partial<Insertable<EmailTable>> = {},
): Promise<string> {
  made += 1
  const id = newId()
  await ctx.db
    .insertInto('email')
    .values({
      id,
      dedupe_key: `test:${made}`,
      template: 'lead-receipt',
      props: JSON.stringify({ name: `Reader ${made}` }),
      recipients: JSON.stringify([`reader${made}@example.com`]),
      reply_to: null,
      subject: `Mail ${made}`,
      state: 'held',
      attempts: 0,
      last_error: null,
      about: null,
      created_at: ctx.clock.now(),
      sent_at: null,
      ...overrides,
    })
    .execute()
  return overrides.id ?? id
}
