import { expect, test } from 'vitest'
import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import type { Role } from '#app/platform/permissions.ts'
import { asOwner, createTestCtx, testActor, type TestCtx } from '#tests/support/test-ctx.ts'

import { defineSetting, readerOf } from './define-setting.server.ts'
import { checkbox, filledIn, listOf } from './form-fields.ts'
import { findSetting, storeSetting } from './stored-setting.server.ts'

const schema = z.object({
  days: filledIn(z.coerce.number('Please enter a number.').min(0, 'Not before today.')),
  isLoud: checkbox,
  names: listOf(z.array(z.string().max(5, 'Too long.'))),
})

const opening = defineSetting({
  key: 'opening',
  schema,
  defaults: { days: 5, isLoud: true, names: [] },
  audit: 'settings.site',
  path: '/admin/opening',
})

const isOpen = defineSetting({
  key: 'open',
  schema: z.boolean(),
  defaults: false,
  audit: (open) => (open ? 'settings.meaning_on' : 'settings.meaning_off'),
  path: '/admin/opening',
  subject: (open) => ({ id: 'door', title: open ? 'Open' : 'Shut' }),
})

const lastRun = defineSetting({
  key: 'last-run',
  schema: z.object({ at: z.number() }).nullable(),
  defaults: null,
  audit: null,
})

async function entriesOf(ctx: TestCtx) {
  return ctx.db
    .selectFrom('audit_entry')
    .select(['kind', 'actor', 'subject_id', 'subject_title', 'subject_path', 'fields'])
    .orderBy('id')
    .execute()
}

test('while nothing is stored the default applies, be it a value, null or computed', async () => {
  const ctx = await createTestCtx({ env: { SITE_NAME: 'Echo' } })
  const greeting = defineSetting({
    key: 'greeting',
    schema: z.object({ text: z.string() }),
    defaults: async (given: Pick<Ctx, 'db' | 'site'>) => ({ text: (await given.site(given)).siteName }),
    audit: 'settings.site',
    path: '/admin/opening',
  })
  expect(await opening.read(ctx)).toEqual({ days: 5, isLoud: true, names: [] })
  expect(await lastRun.read(ctx)).toBeNull()
  expect(await greeting.read(ctx)).toEqual({ text: 'Echo' })
})

test.each([null, 'text', 7, [], {}, { days: 'many', isLoud: true, names: [] }])(
  'stored %j, which does not fit, is passed over for the defaults',
  async (stored) => {
    const ctx = await createTestCtx()
    await storeSetting(ctx, opening.key, stored)
    expect(await opening.read(ctx)).toEqual({ days: 5, isLoud: true, names: [] })
  },
)

test('what an older version stored is turned into what is read today', async () => {
  const ctx = await createTestCtx()
  const read = readerOf({
    key: 'older',
    schema: z.object({ minutes: z.number() }),
    defaults: { minutes: 1 },
    older: (stored) => (typeof stored === 'number' ? { minutes: stored * 60 } : stored),
  })
  expect(await read(ctx)).toEqual({ minutes: 1 })
  await storeSetting(ctx, 'older', 2)
  expect(await read(ctx)).toEqual({ minutes: 120 })
  await storeSetting(ctx, 'older', { minutes: 3 })
  expect(await read(ctx)).toEqual({ minutes: 3 })
})

test('what a form sends is stored as values, and read as it was stored', async () => {
  const ctx = asOwner(await createTestCtx())
  await opening.save(ctx, { days: ' 0 ', names: 'Ada, Bob\r\nAda;;Cleo' })
  const saved = { days: 0, isLoud: false, names: ['Ada', 'Bob', 'Cleo'] }
  expect(await findSetting(ctx, 'opening')).toEqual(saved)
  expect(await opening.readAsOwner(ctx)).toEqual(saved)
  await opening.save(ctx, { days: '1', isLoud: 'on', names: '' })
  expect(await opening.read(ctx)).toEqual({ days: 1, isLoud: true, names: [] })
})

test('every field at fault is named, and nothing is stored or recorded', async () => {
  const ctx = asOwner(await createTestCtx())
  const rejected = opening.save(ctx, { days: ' ', isLoud: 'on', names: 'Ada Alexandra' })
  await expect(rejected).rejects.toMatchObject({
    fields: { days: 'Please enter a number.', names: 'Too long.' },
  })
  expect(await findSetting(ctx, 'opening')).toBeUndefined()
  expect(await entriesOf(ctx)).toEqual([])
})

test('the audit log names what changed and never what stands in it', async () => {
  const ctx = asOwner(await createTestCtx())
  await opening.save(ctx, { days: '5', isLoud: 'on', names: 'Ada' }, ['apiKey'])
  const about = { subject_id: 'opening', subject_title: null, subject_path: '/admin/opening' }
  expect(await entriesOf(ctx)).toEqual([
    { kind: 'settings.site', actor: 'member', ...about, fields: '["names","apiKey"]' },
  ])
})

test('a function can choose the audit entry’s kind, and the setting its subject', async () => {
  const ctx = asOwner(await createTestCtx())
  await isOpen.save(ctx, true)
  const about = { subject_id: 'door', subject_title: 'Open', subject_path: '/admin/opening' }
  expect(await entriesOf(ctx)).toEqual([
    { kind: 'settings.meaning_on', actor: 'member', ...about, fields: null },
  ])
})

test('the follow-up of a change gets both values, and its failure rolls the change back', async () => {
  const ctx = asOwner(await createTestCtx())
  const seen: unknown[] = []
  const counted = defineSetting({
    key: 'counted',
    schema: z.object({ count: z.coerce.number() }),
    defaults: { count: 0 },
    audit: 'settings.limits',
    path: '/admin/opening',
    async onSaved(inside, before, after) {
      expect(inside.db.isTransaction).toBe(true)
      seen.push([before.count, after.count])
      if (after.count > 1) throw new Error('too many')
    },
  })
  await counted.save(ctx, { count: '1' })
  await expect(counted.save(ctx, { count: '2' })).rejects.toThrow('too many')
  expect(seen).toEqual([
    [0, 1],
    [1, 2],
  ])
  expect(await counted.read(ctx)).toEqual({ count: 1 })
  expect(await entriesOf(ctx)).toHaveLength(1)
})

test('internal settings need no owner and leave no audit entry', async () => {
  const ctx = await createTestCtx()
  await lastRun.save(ctx, { at: 7 })
  expect(await lastRun.read(ctx)).toEqual({ at: 7 })
  await lastRun.save(ctx, null)
  expect(await lastRun.read(ctx)).toBeNull()
  expect(await entriesOf(ctx)).toEqual([])
})

test('owner settings are readable only by the owner', async () => {
  const ctx = await createTestCtx()
  const valid = { days: '1', names: '' }
  for (const refused of [
    opening.readAsOwner(ctx),
    opening.save(ctx, valid),
    opening.saveAsPart(ctx, valid),
    opening.form.run(ctx, opening.parse(valid)),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await findSetting(ctx, 'opening')).toBeUndefined()
})

test('a setting is read and saved by the roles that have the permissions of its area', async () => {
  const ctx = await createTestCtx()
  const slogan = defineSetting({
    key: 'slogan',
    schema: z.object({ text: z.string() }),
    defaults: { text: '' },
    audit: 'settings.brand',
    path: '/admin/slogan',
    area: 'content',
  })
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  const outcomes = async (role: Role) => {
    const member = asOwner(ctx, { ...testActor, role })
    return Promise.all([
      outcome(opening.readAsOwner(member)),
      outcome(opening.save(member, { days: '1', names: '' })),
      outcome(slogan.readAsOwner(member)),
      outcome(slogan.save(member, { text: role })),
    ])
  }
  expect(await outcomes('owner')).toEqual(['done', 'done', 'done', 'done'])
  expect(await outcomes('editor')).toEqual(['forbidden', 'forbidden', 'done', 'done'])
  expect(await outcomes('sales')).toEqual(['forbidden', 'forbidden', 'done', 'forbidden'])
})
