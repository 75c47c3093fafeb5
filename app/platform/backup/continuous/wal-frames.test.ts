import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { beginningOf, readCommits, readWalHeader } from './read-commits.server.ts'
import { type Checksum, isNextLog, parseWalHeader, walChecksum } from '#app/platform/db/wal-frames.ts'

const PAGE = 512

type Written = { page: number; fill: number; commit?: number }

/** Returns a write-ahead log as SQLite writes it in either byte order. */
function walOf(frames: readonly Written[], { bigEndian = false, salt = 7 } = {}): Buffer {
  const header = Buffer.alloc(32)
  ;[bigEndian ? 0x377f0683 : 0x377f0682, 3_007_000, PAGE, 0, salt, 99].forEach((word, n) =>
    header.writeUInt32BE(word, n * 4),
  )
  let checksum: Checksum = walChecksum(header.subarray(0, 24), bigEndian, [0, 0])
  checksum.forEach((word, n) => header.writeUInt32BE(word, 24 + n * 4))
  const written = frames.map(({ page, fill, commit = 0 }) => {
    const frame = Buffer.alloc(24 + PAGE, fill)
    ;[page, commit, salt, 99].forEach((word, n) => frame.writeUInt32BE(word, n * 4))
    checksum = walChecksum(frame.subarray(0, 8), bigEndian, checksum)
    checksum = walChecksum(frame.subarray(24), bigEndian, checksum)
    checksum.forEach((word, n) => frame.writeUInt32BE(word, 16 + n * 4))
    return frame
  })
  return Buffer.concat([header, ...written])
}

async function commitsOf(bytes: Buffer, upTo = 1000) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-wal-'))
  try {
    writeFileSync(join(folder, 'wal'), bytes)
    const file = await open(join(folder, 'wal'))
    const header = await readWalHeader(file)
    const commits = header && (await readCommits(file, beginningOf(header), upTo))
    await file.close()
    return commits
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const fillsOf = (commits: Awaited<ReturnType<typeof commitsOf>>) =>
  [...(commits?.pages ?? [])].map(([page, content]) => [page, content[0]])

const twoCommits = [
  { page: 1, fill: 1 },
  { page: 2, fill: 2, commit: 2 },
  { page: 2, fill: 3 },
  { page: 3, fill: 4, commit: 3 },
]

test.each([false, true])(
  'whole transactions are read, the newest of each page; big-endian: %s',
  async (bigEndian) => {
    const commits = await commitsOf(walOf(twoCommits, { bigEndian }))
    expect(fillsOf(commits)).toEqual([
      [1, 1],
      [2, 3],
      [3, 4],
    ])
    expect(commits).toMatchObject({ databasePages: 3, position: { frames: 4 } })
  },
)

test('a transaction without its commit is not read, nor half a frame, nor what lies beyond', async () => {
  const unfinished = walOf([...twoCommits, { page: 1, fill: 9 }, { page: 5, fill: 9 }])
  expect(await commitsOf(unfinished)).toMatchObject({ databasePages: 3, position: { frames: 4 } })
  const cut = walOf(twoCommits).subarray(0, -1)
  expect(await commitsOf(cut)).toMatchObject({ databasePages: 2, position: { frames: 2 } })
  expect(await commitsOf(walOf(twoCommits), 3)).toMatchObject({ position: { frames: 2 } })
})

test('frames of a former log behind the newest are told by their salts', async () => {
  const former = walOf([...twoCommits, ...twoCommits], { salt: 6 })
  const log = walOf(twoCommits.slice(0, 2))
  const both = Buffer.concat([log, former.subarray(log.length)])
  expect(await commitsOf(both)).toMatchObject({ position: { frames: 2 } })
  const [first, next] = [parseWalHeader(former), parseWalHeader(log)]
  expect(first && next && isNextLog(first, next)).toBe(true)
  expect(first && next && isNextLog(next, first)).toBe(false)
})

test('one changed byte anywhere: nothing is read from its transaction on', async () => {
  const whole = walOf(twoCommits)
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ change, at)
      const commits = await commitsOf(bytes)
      const frame = Math.floor((at - 32) / (24 + PAGE))
      // The header's counter and checksum are covered by its own checksum.
      if (at < 32) expect(commits).toBeNull()
      else expect(commits?.position.frames).toBe(frame < 2 ? 0 : 2)
    }),
    { numRuns: 60 },
  )
})

test('what SQLite itself wrote is read, transaction by transaction', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-wal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = new DatabaseSync(join(folder, 'a.sqlite'))
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t(x)')
  const file = await open(join(folder, 'a.sqlite-wal'))
  const header = await readWalHeader(file)
  if (!header) throw new Error('SQLite began no log.')
  const first = await readCommits(file, beginningOf(header), 1000)
  database.exec("begin; insert into t values (zeroblob(20000)); insert into t values ('b'); commit")
  const second = await readCommits(file, first.position, 1000)
  const frames = Number(database.prepare('pragma wal_checkpoint(noop)').get()?.['log'])
  expect(second.position.frames).toBe(frames)
  expect(second.databasePages).toBe(Number(database.prepare('pragma page_count').get()?.['page_count']))
  await file.close()
  database.close()
})
