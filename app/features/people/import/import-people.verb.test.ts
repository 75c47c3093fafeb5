import { expect, test } from 'vitest'

import { erasePersonalData } from '#app/features/privacy/erase-personal-data.server.ts'
import { createLead } from '#tests/factories/lead.ts'
import { createPerson } from '#tests/factories/person.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'
import { wholeText } from '#tests/support/whole-text.ts'

import { deleteOldPeople } from '../delete-old-people.job.server.ts'

import { importPeople } from './import-people.job.server.ts'
import { exportLeftRows } from './import-report.server.ts'
import {
  chooseColumns,
  confirmImport,
  discardImport,
  getPeopleImport,
  listPeopleImports,
  uploadPeople,
} from './people-imports.server.ts'

const steady = () => ({ signal: new AbortController().signal })

async function upload(ctx: TestCtx, text: string): Promise<string> {
  const { id } = await uploadPeople(ctx, { name: 'people.csv', content: new Blob([text]) })
  await importPeople.run({ ...ctx, actor: null }, { id }, steady())
  return id
}

async function runImport(ctx: TestCtx, id: string): Promise<void> {
  await confirmImport(ctx, { id })
  await importPeople.run({ ...ctx, actor: null }, { id }, steady())
}

async function peopleIn(ctx: TestCtx) {
  return ctx.db
    .selectFrom('person')
    .innerJoin('person_address', 'person_id', 'person.id')
    .select(['address', 'name', 'company', 'phone', 'origin'])
    .orderBy('address')
    .execute()
}

async function notesIn(ctx: TestCtx): Promise<(string | null)[]> {
  const rows = await ctx.db
    .selectFrom('person_event')
    .select('body')
    .where('kind', '=', 'note')
    .orderBy('body')
    .execute()
  return rows.map(({ body }) => body)
}

const file = [
  'Name;E-Mail;Firma;Notiz',
  'Ann Lee;ann@example.com;Lee Ltd;Met at the fair',
  'Bob;bob@example.com;Bob AG;',
  'Known;known@example.com;;',
  'Wrong;wrong@;;',
].join('\r\n')

test('a preview tells what would happen, and nothing changes before it is confirmed', async () => {
  const ctx = asOwner(await createTestCtx())
  await createLead(ctx, { name: 'Bob B.', email: 'BOB@example.com' })
  await createPerson(ctx, { name: 'Known', email: 'known@example.com' })
  const before = await peopleIn(ctx)
  const id = await upload(ctx, file)
  const found = await getPeopleImport(ctx, id)
  expect(found).toMatchObject({ state: 'ready', total: 4, mapping: ['name', 'email', 'company', 'note'] })
  expect(found.preview).toMatchObject({ added: 1, changed: 1, leftOut: 2, encoding: 'utf-8', separator: ';' })
  expect(found.preview?.rows.map(({ line, verdict }) => [line, verdict])).toEqual([
    [2, { kind: 'new' }],
    [3, { kind: 'changed', personId: expect.any(String), fields: ['company'] }],
    [4, { kind: 'left', reason: expect.stringContaining('already known') }],
    [5, { kind: 'left', reason: expect.stringContaining('not an e-mail address') }],
  ])
  expect(await peopleIn(ctx)).toEqual(before)

  await runImport(ctx, id)
  expect(await getPeopleImport(ctx, id)).toMatchObject({
    state: 'done',
    added: 1,
    changed: 1,
    left_out: 2,
    preview: null,
  })
  expect(await peopleIn(ctx)).toMatchObject([
    { address: 'ann@example.com', name: 'Ann Lee', company: 'Lee Ltd', origin: 'import' },
    { address: 'bob@example.com', name: 'Bob B.', company: 'Bob AG', origin: 'inquiry' },
    { address: 'known@example.com', origin: 'hand' },
  ])
  expect(await notesIn(ctx)).toEqual(['Met at the fair'])
  expect(await ctx.db.selectFrom('person_import_file').select('part').execute()).toEqual([])
  const report = await wholeText(await exportLeftRows(ctx, id))
  expect(report.split('\r\n')).toHaveLength(4)
  expect(report).toContain('5,Email: This is not an e-mail address.,Wrong,wrong@')

  const again = await upload(ctx, file)
  await runImport(ctx, again)
  expect(await getPeopleImport(ctx, again)).toMatchObject({ added: 0, changed: 0, left_out: 4 })
  expect(await notesIn(ctx)).toEqual(['Met at the fair'])
})

test('other columns are chosen, and without one of addresses nothing begins', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await upload(ctx, 'Who,Where\nAnn,ann@example.com\n')
  expect((await getPeopleImport(ctx, id)).preview).toMatchObject({ added: 1, leftOut: 0 })
  await expect(chooseColumns(ctx, { id, fields: ['name', ''] })).rejects.toMatchObject({
    fields: { columns: expect.any(String) },
  })
  await chooseColumns(ctx, { id, fields: ['name', 'email'] })
  await expect(confirmImport(ctx, { id })).rejects.toMatchObject({ code: 'conflict' })
  await importPeople.run({ ...ctx, actor: null }, { id }, steady())
  expect((await getPeopleImport(ctx, id)).preview).toMatchObject({ added: 1, leftOut: 0 })
  await runImport(ctx, id)
  expect(await peopleIn(ctx)).toMatchObject([{ name: 'Ann', address: 'ann@example.com' }])
  await expect(confirmImport(ctx, { id })).rejects.toMatchObject({ code: 'conflict' })
})

test('a run that is cut off goes on where it ended, without doubling', async () => {
  const ctx = asOwner(await createTestCtx())
  const rows = Array.from({ length: 230 }, (_, n) => `p${n}@example.com,Note ${n}`)
  const id = await upload(ctx, ['Email,Note', ...rows, 'nobody,'].join('\n'))
  await confirmImport(ctx, { id })
  for (let cut = 0; cut < 3; cut += 1) {
    const { done } = await getPeopleImport(ctx, id)
    const abort = new AbortController()
    // Aborts at the next slice, as a lost lease or a shutdown does.
    const { pool } = ctx
    const cutting: TestCtx = {
      ...ctx,
      pool: {
        ...pool,
        run: (task, input, options) =>
          pool.run(task, input, {
            ...options,
            onPart: async (part) => {
              await options?.onPart?.(part)
              if ((await getPeopleImport(ctx, id)).done > done) abort.abort(new Error('Cut off.'))
            },
          }),
      },
    }
    await expect(importPeople.run(cutting, { id }, { signal: abort.signal })).rejects.toThrow('Cut off.')
    expect((await getPeopleImport(ctx, id)).done).toBeGreaterThan(done)
  }
  await importPeople.run({ ...ctx, actor: null }, { id }, steady())
  expect(await getPeopleImport(ctx, id)).toMatchObject({ state: 'done', added: 230, changed: 0, left_out: 1 })
  expect(await peopleIn(ctx)).toHaveLength(230)
  expect(new Set(await notesIn(ctx)).size).toBe(230)
  expect(await notesIn(ctx)).toHaveLength(230)
})

test('two runs at once import each row once', async () => {
  const ctx = asOwner(await createTestCtx())
  const rows = Array.from({ length: 130 }, (_, n) => `p${n}@example.com,Note ${n}`)
  const id = await upload(ctx, ['Email,Note', ...rows].join('\n'))
  await confirmImport(ctx, { id })
  await Promise.allSettled([1, 2].map(() => importPeople.run(ctx, { id }, steady())))
  await importPeople.run(ctx, { id }, steady())
  expect(await getPeopleImport(ctx, id)).toMatchObject({ state: 'done', added: 130 })
  expect(await notesIn(ctx)).toHaveLength(130)
})

test('a file that cannot be read says why, and an upload is discarded by hand or by night', async () => {
  const ctx = asOwner(await createTestCtx())
  const broken = await upload(ctx, ' ,\n')
  expect(await getPeopleImport(ctx, broken)).toMatchObject({
    state: 'failed',
    failure: 'This file is empty.',
  })
  await expect(uploadPeople(ctx, { name: 'a.xlsx', content: new Blob(['PK\u0003']) })).rejects.toMatchObject({
    fields: { file: expect.stringContaining('save it as CSV') },
  })
  await discardImport(ctx, { id: broken })
  await upload(ctx, file)
  ctx.clock.advance(25 * 3_600_000)
  await deleteOldPeople.run(ctx, {}, steady())
  expect(await listPeopleImports(ctx)).toEqual([])
  await expect(getPeopleImport(ctx, broken)).rejects.toMatchObject({ code: 'not-found' })
})

test('an erasure discards what waits, clears the report, and keeps the person out of later imports', async () => {
  const ctx = asOwner(await createTestCtx())
  const done = await upload(ctx, 'Name,Email\nAnn,ann@example.com\nAnn twice,ann@example.com\n')
  await runImport(ctx, done)
  expect(await wholeText(await exportLeftRows(ctx, done))).toContain('Ann twice')
  const waiting = await upload(ctx, file)
  ctx.clock.advance(1000)
  await erasePersonalData(ctx, { address: 'ann@example.com' })
  expect(await peopleIn(ctx)).toEqual([])
  expect(await wholeText(await exportLeftRows(ctx, done))).not.toContain('Ann')
  await expect(getPeopleImport(ctx, waiting)).rejects.toMatchObject({ code: 'not-found' })
  const later = await upload(ctx, 'Email\nann@example.com\n')
  expect((await getPeopleImport(ctx, later)).preview?.rows).toMatchObject([
    { verdict: { kind: 'left', reason: expect.stringContaining('erased on request') } },
  ])
})

test('names that spreadsheets take for formulas are stored as they are and disarmed in the report', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await upload(ctx, 'Name,Email\n"=HYPERLINK(""http://x"")",ann@example.com\n=1+1,nobody\n')
  await runImport(ctx, id)
  expect(await peopleIn(ctx)).toMatchObject([{ name: '=HYPERLINK("http://x")' }])
  expect(await wholeText(await exportLeftRows(ctx, id))).toContain("'=1+1,nobody")
})
