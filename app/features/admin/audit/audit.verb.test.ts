import { expect, test } from 'vitest'

import { signIn } from '#app/features/auth/sign-in.server.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import { DAY, MINUTE } from '#app/platform/clock.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { createTestOwner } from '#tests/factories/owner.ts'
import { asOwner, createTestCtx, testActor, type TestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { readAuditQuery } from './audit-query.ts'
import { deleteOldAuditEntries } from './delete-old-audit-entries.job.server.ts'
import { AUDIT_ENTRIES_PER_PAGE, exportAuditLog, listAuditEntries } from './list-audit-entries.server.ts'

const run = { signal: new AbortController().signal }

type Change = Parameters<typeof recordChange>[1]

async function record(ctx: TestCtx, ...changes: Change[]): Promise<void> {
  for (const change of changes) {
    await withTransaction(ctx, (ctx) => recordChange(ctx, change))
    ctx.clock.advance(MINUTE)
  }
}

async function titlesOf(ctx: TestCtx, query: string): Promise<(string | null)[]> {
  const { entries } = await listAuditEntries(ctx, readAuditQuery(new URLSearchParams(query)))
  return entries.map(({ subject_title }) => subject_title)
}

const post = (title: string, what: Change['what'] = 'post.published'): Change => ({
  what,
  subject: { id: `id of ${title}`, title, path: '/admin/blog/1' },
})

test('without the owner nothing is shown or exported', async () => {
  const ctx = await createTestCtx()
  const query = readAuditQuery(new URLSearchParams())
  await expect(listAuditEntries(ctx, query)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(exportAuditLog(ctx, query)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('an entry says who did what to what, when, and on which device', async () => {
  const ctx = asOwner(await createTestCtx())
  const at = ctx.clock.now()
  await record(ctx, { ...post('Hello', 'post.updated'), fields: ['title', 'imageAlt'] })
  const { entries, total } = await listAuditEntries(ctx, readAuditQuery(new URLSearchParams()))
  expect({ entries, total }).toEqual({
    total: 1,
    entries: [
      {
        id: expect.any(String),
        at,
        kind: 'post.updated',
        actor: 'member',
        actor_email: testActor.email,
        actor_name: null,
        device: testActor.device,
        subject_id: 'id of Hello',
        subject_title: 'Hello',
        subject_path: '/admin/blog/1',
        fields: ['title', 'imageAlt'],
        changes: null,
        times: 1,
      },
    ],
  })
})

test('entries distinguish the software and commands from the owner', async () => {
  const ctx = await createTestCtx()
  await record(ctx, post('By itself'), { what: 'owner.reset', by: { actor: 'command' } })
  const { entries } = await listAuditEntries(asOwner(ctx), readAuditQuery(new URLSearchParams()))
  expect(entries.map(({ actor, actor_email, device }) => [actor, actor_email, device])).toEqual([
    ['command', null, null],
    ['system', null, null],
  ])
})

test('a record outside of a transaction is a fault', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(recordChange(ctx, post('Alone'))).rejects.toThrow('its own transaction')
})

test('the newest stand first, page by page', async () => {
  const ctx = asOwner(await createTestCtx())
  const count = AUDIT_ENTRIES_PER_PAGE + 3
  await record(ctx, ...Array.from({ length: count }, (_, n) => post(`Post ${n}`)))
  expect((await titlesOf(ctx, '')).slice(0, 2)).toEqual([`Post ${count - 1}`, `Post ${count - 2}`])
  expect(await titlesOf(ctx, 'page=2')).toEqual(['Post 2', 'Post 1', 'Post 0'])
  expect(await titlesOf(ctx, 'page=99')).toEqual(['Post 2', 'Post 1', 'Post 0'])
})

test('filters by kind, by what kinds are about, by words of row and sentence, and by days', async () => {
  const ctx = asOwner(await createTestCtx())
  await record(ctx, post('Über uns'), post('Prices', 'post.deleted'))
  ctx.clock.advance(DAY)
  await record(ctx, post('Terms', 'knowledge.deleted'))
  expect(await titlesOf(ctx, 'what=post')).toEqual(['Prices', 'Über uns'])
  expect(await titlesOf(ctx, 'what=post.deleted')).toEqual(['Prices'])
  expect(await titlesOf(ctx, 'q=UBER')).toEqual(['Über uns'])
  // The words of an entry's sentence are found although the sentence is not stored.
  expect(await titlesOf(ctx, 'q=deleted')).toEqual(['Terms', 'Prices'])
  expect(await titlesOf(ctx, 'q=deleted+knowledge+firefox')).toEqual(['Terms'])
  expect(await titlesOf(ctx, 'q=%25')).toEqual([])
  expect(await titlesOf(ctx, 'from=2026-11-22')).toEqual(['Terms'])
  expect(await titlesOf(ctx, 'to=2026-11-21')).toEqual(['Prices', 'Über uns'])
  expect(await titlesOf(ctx, 'from=2026-11-22&what=post')).toEqual([])
})

test('the export holds what the list shows, past its first page, and runs no formula', async () => {
  const ctx = asOwner(await createTestCtx())
  await record(ctx, ...Array.from({ length: AUDIT_ENTRIES_PER_PAGE + 1 }, () => post('=1+1')))
  await record(ctx, post('Other', 'post.deleted'))
  const parts = await exportAuditLog(ctx, readAuditQuery(new URLSearchParams('what=post.published')))
  const csv = await wholeText(parts)
  const [head, first, ...rest] = csv.trimEnd().split('\r\n')
  expect(head).toBe('\uFEFFAt,Kind,What,Who,Name,Email,Device,Subject id,Subject,Changed fields,Values,Times')
  expect(first).toMatch(
    /^2026-11-21T12:50:00.000Z,post.published,Published a post,Member,,owner@agency.test,Firefox on Linux,id of =1\+1,'=1\+1,,,1$/,
  )
  expect(rest).toHaveLength(AUDIT_ENTRIES_PER_PAGE)
})

test('failed sign-ins are one row a quarter of an hour, however many and from wherever', async () => {
  const ctx = await createTestCtx({ env: { LIMITS: 'off' } })
  const { email, password } = await createTestOwner(ctx)
  const fail = (clientAddress: string, browser: string) =>
    signIn(ctx, {
      fields: { email, password: 'my other password' },
      clientAddress,
      userAgent: `${browser}/1 Windows`,
    }).catch(() => null)
  await fail('192.0.2.1', 'Firefox')
  await fail('192.0.2.2', 'Firefox')
  const failures = async () => {
    const { entries } = await listAuditEntries(
      asOwner(ctx),
      readAuditQuery(new URLSearchParams('what=owner.sign_in_failed')),
    )
    return entries.map(({ times, device, actor }) => [times, device, actor])
  }
  expect(await failures()).toEqual([[2, 'Firefox on Windows', 'stranger']])
  await fail('192.0.2.3', 'Chrome')
  expect(await failures()).toEqual([[3, null, 'stranger']])
  ctx.clock.advance(15 * MINUTE)
  await fail('192.0.2.1', 'Chrome')
  expect(await failures()).toEqual([
    [1, 'Chrome on Windows', 'stranger'],
    [3, null, 'stranger'],
  ])
  const stored = JSON.stringify(await ctx.db.selectFrom('audit_entry').selectAll().execute())
  for (const secret of ['192.0.2', 'my other password', password]) expect(stored).not.toContain(secret)
})

test('entries are deleted after two years, and not a day before', async () => {
  const ctx = asOwner(await createTestCtx())
  await record(ctx, post('Old'))
  ctx.clock.advance(729 * DAY)
  await deleteOldAuditEntries.run(ctx, {}, run)
  expect(await titlesOf(ctx, '')).toEqual(['Old'])
  ctx.clock.advance(2 * DAY)
  await deleteOldAuditEntries.run(ctx, {}, run)
  expect(await titlesOf(ctx, '')).toEqual([])
})
