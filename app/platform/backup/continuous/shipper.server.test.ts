import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { DAY } from '#app/platform/clock.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import { createS3Store } from '#app/platform/files/s3-store.server.ts'
import { startS3Server } from '#tests/fakes/s3-server.ts'

import { streamPrefix } from './catalog.ts'
import { findBases } from './stored-catalog.server.ts'
import { rebuildDatabase } from './rebuild-database.server.ts'
import { createObjectReader, createObjectWriter } from './sealed-object.server.ts'
import type { FromShipper } from './ship-messages.ts'
import { bucketTarget, folderTarget, type ShipTarget } from './ship-target.server.ts'
import { createShipper } from './shipper.server.ts'

const signer = createSigner('a secret for tests, of 32 characters or more')
const passphrase = 'a passphrase of tests'
// Each derives a slow key once.
const write = await createObjectWriter(signer, passphrase)
const read = createObjectReader(signer, passphrase)
const START = Date.UTC(2026, 10, 21, 12)

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-ship-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function openDatabase(dataDir: string): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, 'foyer.sqlite'), { timeout: 1000 })
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = off; create table note (id integer primary key, text text); create table salt (day text primary key, bytes text)',
  )
  return database
}

async function shippedDatabase(target: ShipTarget = folderTarget(emptyFolder())) {
  const dataDir = emptyFolder()
  const database = openDatabase(dataDir)
  const told: FromShipper[] = []
  let now = START
  const stream = `${streamPrefix(signer)}1`
  const shipper = createShipper({
    dataDir,
    databasePath: join(dataDir, 'foyer.sqlite'),
    prefix: streamPrefix(signer),
    stream,
    target,
    write,
    keepDays: () => 14,
    tell: (message) => void told.push(message),
    now: () => (now += 1),
  })
  onTestFinished(async () => {
    await shipper.letGo()
    if (database.isOpen) database.close()
  })
  const add = (text: string) => database.prepare('insert into note (text) values (?)').run(text)
  async function ship(): Promise<void> {
    const since = now
    for (;;) {
      await shipper.turn()
      const state = told.findLast((message) => message.kind === 'state')?.state
      if (state?.upTo && state.upTo > since) return
      now += 100
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const wait = (milliseconds: number) => void (now += milliseconds)
  return { dataDir, database, shipper, target, stream, told, add, ship, wait, now: () => now }
}

async function notesOf(target: ShipTarget, { at = null }: { at?: number | null } = {}) {
  const path = join(emptyFolder(), 'rebuilt.sqlite')
  const bases = await findBases(target, signer, null)
  const rebuilt = await rebuildDatabase(path, {
    target,
    bases,
    read,
    at,
  })
  const database = new DatabaseSync(path)
  const notes = database
    .prepare('select text from note order by id')
    .all()
    .map((row) => String(row['text']))
  const salts = database.prepare('select bytes from salt').all().length
  const check = database.prepare('pragma integrity_check').get()?.['integrity_check']
  database.close()
  return { ...rebuilt, notes, salts, check }
}

function objectsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

test('any writes in between turns come back, whatever checkpoints happen', async () => {
  const writes = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), length: fc.integer({ min: 1, max: 30_000 }) }),
    fc.record({
      kind: fc.constantFrom(
        'delete',
        'vacuum',
        'checkpoint',
        'truncate',
        'roll back',
        'turn',
        'empty',
        'ship',
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 25 }), async (steps) => {
      const { database, shipper, target, add, ship } = await shippedDatabase()
      await ship()
      for (const step of steps) {
        if (step.kind === 'add') add('x'.repeat('length' in step ? step.length : 1))
        if (step.kind === 'delete') database.exec('delete from note where id % 3 = 0')
        if (step.kind === 'vacuum') database.exec('vacuum')
        if (step.kind === 'checkpoint') database.exec('pragma wal_checkpoint(passive)')
        if (step.kind === 'truncate')
          database.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)')
        if (step.kind === 'roll back')
          database.exec("begin; insert into note (text) values ('never'); rollback")
        if (step.kind === 'turn') await shipper.turn()
        if (step.kind === 'empty') await shipper.emptyLog()
        if (step.kind === 'ship') await ship()
      }
      await ship()
      const expected = database
        .prepare('select text from note order by id')
        .all()
        .map((row) => row['text'])
      const { notes, check, losses } = await notesOf(target)
      expect({ notes, check, losses }).toEqual({ notes: expected, check: 'ok', losses: [] })
      await shipper.letGo()
    }),
    { numRuns: 12 },
  )
}, 60_000)

test('SQLite uses its log again once it was read: it does not grow for ever', async () => {
  const { dataDir, database, shipper, add, ship } = await shippedDatabase()
  database.exec('pragma wal_autocheckpoint = 0')
  await ship()
  for (let round = 0; round < 20; round += 1) {
    for (let n = 0; n < 50; n += 1) add('x'.repeat(4000))
    await ship()
    await shipper.emptyLog()
  }
  // Each round writes about 500 KB to the log.
  expect(readFileSync(join(dataDir, 'foyer.sqlite-wal')).length).toBeLessThan(2_000_000)
  database.exec('pragma wal_checkpoint(truncate)')
  expect(readFileSync(join(dataDir, 'foyer.sqlite-wal'))).toHaveLength(0)
})

test('an earlier moment is restored as it was', async () => {
  const { target, add, ship, now } = await shippedDatabase()
  add('first')
  await ship()
  add('second')
  await ship()
  const moment = now()
  add('third')
  await ship()
  expect((await notesOf(target, { at: moment })).notes).toEqual(['first', 'second'])
  expect((await notesOf(target)).notes).toEqual(['first', 'second', 'third'])
  await expect(notesOf(target, { at: START - 1 })).rejects.toThrow(
    'There is no complete base before 2026-11-21T11:59:59',
  )
})

test('a segment that is missing or torn ends the restore before it, and says so', async () => {
  const folder = emptyFolder()
  const { target, add, ship } = await shippedDatabase(folderTarget(folder))
  await ship()
  for (const text of ['first', 'second', 'third']) {
    add(text)
    await ship()
  }
  const [, second = ''] = objectsIn(folder).filter((path) => /\/\d{8}$/.test(path))
  const bytes = readFileSync(second)
  writeFileSync(second, bytes.subarray(0, -10))
  const torn = await notesOf(target)
  expect(torn.notes).toEqual(['first'])
  expect(torn.losses.join()).toMatch(
    /^Segment 2 cannot be used: It is damaged.* What came after 2026-11-21T12.* is lost\.$/,
  )
  rmSync(second)
  expect((await notesOf(target)).losses.join()).toMatch(/^Segment 2 is missing\. What came after/)
})

test('a torn base gives way to the one before', async () => {
  const folder = emptyFolder()
  const { target, shipper, add, ship } = await shippedDatabase(folderTarget(folder))
  add('first')
  await ship()
  await shipper.letGo()
  add('second')
  await ship()
  const bases = objectsIn(folder).filter((path) => path.includes('/base-'))
  expect(bases).toHaveLength(2)
  writeFileSync(bases[1] ?? '', 'torn')
  const { notes, losses } = await notesOf(target)
  expect(notes).toEqual(['first'])
  expect(losses.join()).toContain('cannot be used')
})

test('what has expired is deleted, with its segments, and the rest restores as before', async () => {
  const folder = emptyFolder()
  const { target, shipper, add, ship, wait } = await shippedDatabase(folderTarget(folder))
  await ship()
  add('first')
  await ship()
  const before = objectsIn(folder).filter((path) => !path.endsWith('catalog.json'))
  await shipper.letGo()
  wait(15 * DAY)
  add('second')
  await ship()
  await shipper.retire()
  for (const path of before) expect(existsSync(path)).toBe(false)
  expect((await notesOf(target)).notes).toEqual(['first', 'second'])
})

test('another secret or passphrase is refused, and nothing readable is shipped', async () => {
  const folder = emptyFolder()
  const { target, stream, add, ship } = await shippedDatabase(folderTarget(folder))
  add('a very private remark')
  await ship()
  const bases = await findBases(target, signer, stream)
  const path = join(emptyFolder(), 'a')
  const rebuild = (reader: typeof read) => rebuildDatabase(path, { target, bases, read: reader, at: null })
  const other = createSigner('another secret for tests, of 32 characters')
  await expect(findBases(target, other, null)).rejects.toThrow('another APP_SECRET')
  await expect(rebuild(createObjectReader(other, passphrase))).rejects.toThrow('another APP_SECRET')
  await expect(rebuild(createObjectReader(signer, null))).rejects.toThrow('set BACKUP_PASSPHRASE')
  await expect(rebuild(createObjectReader(signer, 'not this one'))).rejects.toThrow(
    'BACKUP_PASSPHRASE is not',
  )
  for (const object of objectsIn(folder)) expect(readFileSync(object).includes('private remark')).toBe(false)
})

test('a target that is away holds nobody up and loses nothing; what failed is told', async () => {
  const folder = emptyFolder()
  const inner = folderTarget(folder)
  let isAway = false
  const target: ShipTarget = {
    ...inner,
    write: async (name, bytes) =>
      isAway ? Promise.reject(new Error('It is away.')) : inner.write(name, bytes),
  }
  const { shipper, told, add, ship } = await shippedDatabase(target)
  await ship()
  isAway = true
  add('while it is away')
  for (let turns = 0; turns < 10; turns += 1) {
    await shipper.turn()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(told).toContainEqual({ kind: 'failed', reason: 'It is away.' })
  isAway = false
  add('after it came back')
  await ship()
  expect(told.findLast((message) => message.kind === 'state')?.state.failure).toBeNull()
  expect((await notesOf(target)).notes).toEqual(['while it is away', 'after it came back'])
})

test('the salts behind visitors’ hashes are never shipped', async () => {
  const { database, target, shipper, add, ship } = await shippedDatabase()
  database.prepare('insert into salt values (?, ?)').run('2026-11-20', 'the salt of yesterday')
  await ship()
  database.prepare('insert into salt values (?, ?)').run('2026-11-21', 'the salt of today')
  add('beside it')
  await ship()
  expect(await notesOf(target)).toMatchObject({ notes: ['beside it'], salts: 0, check: 'ok' })
  await shipper.letGo()
  await ship()
  expect(await notesOf(target)).toMatchObject({ notes: ['beside it'], salts: 0, check: 'ok' })
})

test('a bucket takes it too, in parts where it is large', async () => {
  const key = { id: 'AKIDEXAMPLE', secret: 'a secret of the tests' }
  const server = await startS3Server(key)
  onTestFinished(() => server.close())
  const { endpoint } = server
  const store = createS3Store({
    endpoint,
    bucket: 'b',
    region: 'eu',
    accessKeyId: key.id,
    secretAccessKey: key.secret,
  })
  const { database, target, shipper, ship } = await shippedDatabase(bucketTarget(store, 'b'))
  // Random data does not compress, so the base needs more than one part.
  database.exec('insert into note (text) select hex(randomblob(9000000))')
  await ship()
  database.exec("insert into note (text) values ('small')")
  await ship()
  expect((await notesOf(target)).notes.map((note) => note.length)).toEqual([18_000_000, 5])
  expect([...server.objects.keys()].some((name) => name.endsWith('.part-1'))).toBe(true)
  await shipper.letGo()
})
