import { expect, test } from 'vitest'

import { foldOutbox } from '#app/features/analytics/collect/event-outbox.server.ts'
import { leaveInquiry } from '#app/features/chat/replies/leave-inquiry.server.ts'
import { submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import { pageHit, testCollector, testVisitor } from '#tests/factories/hit.ts'
import { inquirySending } from '#tests/factories/inquiry.ts'
import { createChatCtx, say } from '#tests/support/chat-visitor.ts'
import type { TestCtx } from '#tests/support/test-ctx.ts'

/** Enough people that a shared value, such as a page, identifies nobody. */
const PEOPLE = 24

type Row = { table: string; row: Record<string, unknown> }

/** Creates people who each read three pages and write at different times, every third one through the assistant. */
async function fillWithPeople() {
  const { ctx, fake } = await createChatCtx()
  fake.behave({ kind: 'reply', text: 'From $299 per month.' })
  const collector = testCollector(ctx)
  const moment = () => ctx.clock.advance(1777 + Math.floor(Math.random() * 90_000))
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    clientAddress: `203.0.113.${n}`,
    visitor: testVisitor({ clientAddress: `203.0.113.${n}` }),
    fields: { name: `Person ${n}`, email: `person${n}@example.com`, first_page: '/', last_page: '/contact' },
  }))
  for (const { visitor } of people)
    for (const path of ['/', '/services/ai-chatbots', '/contact']) {
      moment()
      await collector.take(pageHit(path, { visitor }))
    }
  await collector.flush()
  const flushedAt = Date.now()
  while (Date.now() === flushedAt) await new Promise((resolve) => setTimeout(resolve))
  for (const [n, { clientAddress, visitor, fields }] of people.entries()) {
    moment()
    const message = `What does it cost for person number ${n}?`
    const sending = { ...inquirySending(ctx, { ...fields, message }), clientAddress, visitor }
    if (n % 3 > 0) await submitInquiry(ctx, sending)
    else {
      const { conversationId: id, token } = await say(ctx, message, { address: clientAddress })
      moment()
      await leaveInquiry(ctx, { id, token, sending })
    }
  }
  return ctx
}

async function everyRow(ctx: TestCtx): Promise<Row[]> {
  const rows: Row[] = []
  const tables = await ctx.db.introspection.getTables()
  for (const table of new Set(tables.map(({ name }) => name)))
    for (const row of await ctx.db
      .selectFrom(table as 'lead')
      .selectAll()
      .execute())
      rows.push({ table, row })
  return rows
}

/** Returns a row's values that can identify it, including the time inside a version 7 id. */
function tellingValues({ row }: Row): unknown[] {
  return Object.values(row).flatMap((value) => {
    if (typeof value === 'number') return value > 100_000 ? [value] : []
    if (typeof value !== 'string' || value.length < 8) return []
    const parts = value.match(/[\w-]{8,}/g) ?? []
    const moments = [...value.matchAll(/\b([\da-f]{8})-([\da-f]{4})-7[\da-f]{3}-/g)].map(([, high, low]) =>
      Number.parseInt(`${high}${low}`, 16),
    )
    return [value, ...parts, ...moments]
  })
}

/** Returns all rows that are connected with this one through values that few rows share. */
function reach(start: Row, rows: readonly Row[]): Set<Row> {
  const byValue = new Map<unknown, Set<Row>>()
  for (const one of rows)
    for (const value of tellingValues(one))
      byValue.set(value, (byValue.get(value) ?? new Set<Row>()).add(one))
  const reached = new Set([start])
  // The loop also visits rows that are added while it runs.
  for (const one of reached)
    for (const value of tellingValues(one)) {
      const sharing = byValue.get(value) ?? new Set<Row>()
      if (sharing.size < PEOPLE) for (const other of sharing) reached.add(other)
    }
  return reached
}

test.each(['before', 'after'])(
  '%s it is counted, no value in any table leads from a name to a page view',
  async (when) => {
    const ctx = await fillWithPeople()
    if (when === 'after') expect(await foldOutbox(ctx)).toBeGreaterThanOrEqual(PEOPLE)
    const rows = await everyRow(ctx)
    const views = rows.filter(({ table, row }) => table === 'event' && row['kind'] === 'page_view')
    expect(views).toHaveLength(3 * PEOPLE)
    for (const lead of rows.filter(({ table }) => table === 'lead')) {
      const reached = [...reach(lead, rows)]
      const tables = new Set(reached.map(({ table }) => table))
      // Rows that do belong together must be reached, or the test proves nothing.
      expect(tables).toContain('lead_event')
      expect(tables).toContain('email')
      expect(
        reached.filter(({ row }) => row['visitor'] && row['kind'] !== 'chat').map(({ row }) => row),
      ).toEqual([])
    }
    // The search must find a known connection: the visitor's hash joins the rows of a visit.
    const [view] = views
    const ofVisit = view ? [...reach(view, rows)].filter((row) => views.includes(row)) : []
    expect(ofVisit.length).toBeGreaterThanOrEqual(3)
  },
)
