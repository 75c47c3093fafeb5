import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Engine } from '#app/platform/db/engine.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { migrations } from '#app/platform/db/migrations/index.ts'
import { createEmptyDatabase } from '#tests/support/test-engine.ts'

const AT = Date.parse('2026-11-20T09:15:42.123Z')
const visitor = 'aaaabbbbccccdddd'

/** Stores an inquiry and a chat as earlier versions did, with their ids on the visitor's events. */
async function storeLinked({ db }: Engine): Promise<void> {
  for (const [id, spam] of [
    ['lead', null],
    ['spam', 'A link.'],
  ])
    await sql`insert into lead (id, created_at, updated_at, name, email, message, status, spam_reason, consent_version,
        consent_text, consent_at, form, idempotency_key, fingerprint, search)
      values (${id}, ${AT}, ${AT}, 'Ann', 'ann@example.com', 'Hello', 'new', ${spam}, '1', '', ${AT}, 'contact', ${id}, '', '')`.execute(
      db,
    )
  const events = [
    ['lead', 'contact_form', AT],
    ['other', 'service_inquiry', AT],
    ['conversation', 'chat', AT + 5],
    ['pressed', 'service_inquiry', AT + 9],
    ['viewed', 'page_view', AT - 60_000],
  ] as const
  for (const [id, kind, at] of events)
    await sql`insert into event (id, at, kind, visitor, device) values (${id}, ${at}, ${kind}, ${visitor}, 'mobile')`.execute(
      db,
    )
  for (const key of ['inquiry', 'talk', 'page'])
    await sql`insert into seen (day, dimension, key, visitor) values ('2026-11-20', 'funnel', ${key}, ${visitor})`.execute(
      db,
    )
}

test('earlier events no longer lead from an inquiry or a chat to a page view', async () => {
  const engine = await (await createEmptyDatabase()).open()
  const before = Object.entries(migrations).filter(([name]) => name < '0016')
  await migrate(engine, Object.fromEntries(before))
  await storeLinked(engine)
  await migrate(engine)
  const events = await engine.db
    .selectFrom('event')
    .select(['id', 'kind', 'at', 'visitor', 'device'])
    .orderBy('kind')
    .orderBy('at')
    .execute()
  const minute = Math.floor(AT / 60_000) * 60_000
  const unlinked = { id: expect.stringMatching(/^[\da-f-]{36}$/), at: minute, visitor: null, device: null }
  expect(events).toEqual([
    { kind: 'chat', ...unlinked },
    { kind: 'contact_form', ...unlinked },
    { id: 'viewed', kind: 'page_view', at: AT - 60_000, visitor, device: 'mobile' },
    { kind: 'service_inquiry', ...unlinked },
    { id: 'pressed', kind: 'service_inquiry', at: AT + 9, visitor, device: 'mobile' },
  ])
  expect(await engine.db.selectFrom('seen').select('key').execute()).toEqual([{ key: 'page' }])
  expect(await engine.db.selectFrom('lead').select(['id', 'is_counted']).orderBy('id').execute()).toEqual([
    { id: 'lead', is_counted: 1 },
    { id: 'spam', is_counted: 0 },
  ])
})
