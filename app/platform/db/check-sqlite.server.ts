import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

import { DatabaseRefused } from './engine.server.ts'
import { refuseNewer } from './migrate.server.ts'
import {
  type Checksum,
  FRAME_HEADER_BYTES as FRAME_HEADER,
  WAL_HEADER_BYTES as HEADER,
  walChecksum,
} from './wal-frames.ts'

/** Checking reads about 1 GB/s. Larger files are left to the nightly backup, to keep the start short. */
const CHECKED_AT_START = 256 * 1024 * 1024

/** `foyr` in ASCII, in the file's header. A database of another program is refused. */
export const APPLICATION_ID = 0x666f_7972

export type SqliteChecks = {
  knownMigrations?: ReadonlySet<string>
  /** Whether no other process uses the database. Only then does the log stay unchanged while it is read. */
  isAlone?: boolean
}

/** SQLITE_READONLY_RECOVERY (264) and SQLITE_BUSY_RECOVERY (261): another process is still writing the log's index. */
const indexIsBeingWritten = new Set<unknown>([264, 261])
const TRIES = 100
const PAUSE_MS = 20

/** Checks whether a database can be opened, without changing any file. @throws {DatabaseRefused} */
export function checkSqlite(path: string, checks: SqliteChecks): void {
  for (let left = TRIES; ; left -= 1)
    try {
      return checkOnce(path, checks)
    } catch (error) {
      if (!indexIsBeingWritten.has((error as { errcode?: number }).errcode) || left === 0) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
}

function checkOnce(path: string, { knownMigrations, isAlone = false }: SqliteChecks): void {
  const logBytes = sizeOf(`${path}-wal`)
  if (isAlone && logBytes > 0 && logBytes < CHECKED_AT_START) refuseDamagedLog(`${path}-wal`)
  const index = `${path}-shm`
  // Reading a log without writing needs an index file. With an empty one SQLite keeps the index in memory.
  const isIndexOurs = logBytes > 0 && !existsSync(index)
  if (isIndexOurs) closeSync(openSync(index, 'a', 0o600))
  try {
    const database = openUnchanged(path)
    try {
      refuseForeign(database, path)
      if (statSync(path).size + logBytes < CHECKED_AT_START) refuseDamaged(database, path)
      if (knownMigrations) refuseNewer(migrationsIn(database), knownMigrations)
    } finally {
      database.close()
    }
  } finally {
    if (isIndexOurs) rmSync(index, { force: true })
  }
}

export function refuseDamaged(database: DatabaseSync, path: string): void {
  const finding = database.prepare('pragma quick_check(1)').get()?.['quick_check']
  if (finding !== 'ok')
    throw new DatabaseRefused(
      `The database ${path} is damaged (${String(finding)}). Nothing was changed; restore the newest backup.`,
    )
}

/** An ordinary connection would change files. Without a log the file is read as immutable. */
function openUnchanged(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  url.search = existsSync(`${path}-wal`) && existsSync(`${path}-shm`) ? '?readonly_shm=1' : '?immutable=1'
  return new DatabaseSync(url, { readOnly: true })
}

function refuseDamagedLog(path: string): void {
  const finding = findLogDamage(path)
  if (finding)
    throw new DatabaseRefused(
      `The write-ahead log ${path} is damaged (${finding}), and with it the newest changes. Nothing was changed; ` +
        'restore the newest backup, or move the log away to start with what was there before it.',
    )
}

function refuseForeign(database: DatabaseSync, path: string): void {
  const id = database.prepare('pragma application_id').get()?.['application_id']
  if (id !== APPLICATION_ID && countTables(database) > 0)
    throw new DatabaseRefused(
      `${path} is another program's database. Nothing was changed; set DATA_DIR elsewhere.`,
    )
}

export function countTables(database: DatabaseSync): number {
  return Number(database.prepare('select count(*) as n from sqlite_schema').get()?.['n'])
}

function migrationsIn(database: DatabaseSync): string[] {
  const books = database.prepare(`select 1 from sqlite_schema where name = 'kysely_migration'`).get()
  if (!books) return []
  const rows = database.prepare('select name from kysely_migration order by name').all()
  return rows.map(({ name }) => String(name))
}

/** Returns 0 if there is no file. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * SQLite silently ignores the log after a wrong checksum (sqlite.org/fileformat2.html#walformat). A power cut
 * damages only the last, unacknowledged transaction.
 */
function findLogDamage(path: string): string | null {
  const log = readFileSync(path)
  if (log.length < HEADER + FRAME_HEADER) return null
  const magic = log.readUInt32BE(0)
  const isBigEndian = magic === 0x377f_0683
  if (!isBigEndian && magic !== 0x377f_0682) return 'its beginning is not that of a log'
  const headerSum = walChecksum(log.subarray(0, 24), isBigEndian, [0, 0])
  if (!isSum(log, 24, headerSum)) return 'the checksum of its header is wrong'
  const frameBytes = FRAME_HEADER + log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  let before: Checksum = headerSum
  let badFrame: number | null = null
  let commitsSince = 0
  for (let at = HEADER; at + frameBytes <= log.length; at += frameBytes) {
    // Frames from here on belong to an earlier log.
    if (!log.subarray(at + 8, at + 16).equals(salt)) break
    const ofHeader = walChecksum(log.subarray(at, at + 8), isBigEndian, before)
    const sum = walChecksum(log.subarray(at + FRAME_HEADER, at + frameBytes), isBigEndian, ofHeader)
    const isWhole = isSum(log, at + 16, sum)
    if (!isWhole) badFrame ??= (at - HEADER) / frameBytes
    else if (badFrame !== null && log.readUInt32BE(at + 4) > 0) commitsSince += 1
    if (badFrame !== null && commitsSince > 1) return `frame ${badFrame + 1} is not what was written`
    // Later frames were chained to the stored checksum, even if it is wrong.
    before = [log.readUInt32BE(at + 16), log.readUInt32BE(at + 20)]
  }
  return null
}

function isSum(log: Buffer, at: number, [first, second]: Checksum): boolean {
  return log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second
}
