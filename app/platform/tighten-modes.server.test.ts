import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import { expect, onTestFinished, test } from 'vitest'

import { parseEnv } from './env.server.ts'
import { createLog } from './log.server.ts'
import { holdPresence } from './presence.server.ts'
import { tightenModes } from './tighten-modes.server.ts'
import { openSqlite } from './db/sqlite.server.ts'

const BACKUP = 'foyer-20261121T010000000Z-kR3_x0aB.backup'

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-modes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function collectedLog() {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  return { lines, log: createLog({ level: 'info', destination }) }
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('what others could read is its owner’s alone afterwards, and the log tells of it once', () => {
  const dataDir = openFolder()
  const backups = openFolder()
  for (const folder of ['uploads', 'replaced-20261121T010000000Z']) mkdirSync(join(dataDir, folder))
  const ours = [
    'foyer.sqlite',
    'knowledge.index',
    'foyer.sqlite-wal',
    'foyer.sqlite-shm',
    'secret',
    'secret.until-2026',
    'erasures.jsonl',
  ]
  const theirs = join(backups, 'notes.txt')
  for (const path of [...ours.map((name) => join(dataDir, name)), join(backups, BACKUP), theirs]) {
    writeFileSync(path, '')
    chmodSync(path, 0o664)
  }
  for (const folder of [dataDir, backups, join(dataDir, 'uploads')]) chmodSync(folder, 0o777)
  const env = parseEnv({ DATA_DIR: dataDir, BACKUP_DIR: backups })
  const { log, lines } = collectedLog()
  tightenModes(env, log)
  for (const name of ours) expect(modeOf(join(dataDir, name))).toBe('600')
  expect(modeOf(join(backups, BACKUP))).toBe('600')
  expect(modeOf(theirs)).toBe('664')
  for (const folder of [dataDir, backups, join(dataDir, 'uploads')]) expect(modeOf(folder)).toBe('700')
  expect(lines.join('')).toContain('files.were_open_to_others')
  lines.length = 0
  tightenModes(env, log)
  expect(lines).toEqual([])
})

test('new files are accessible only to their owner from the start, whatever the umask', async () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const dataDir = join(openFolder(), 'data')
  const presence = holdPresence(dataDir)
  const engine = openSqlite(dataDir)
  await engine.db.introspection.getTables()
  expect(readdirSync(dataDir).map((name) => `${name} ${modeOf(join(dataDir, name))}`)).toEqual(
    ['foyer.sqlite', 'foyer.sqlite-shm', 'foyer.sqlite-wal', 'in-use'].map((name) => `${name} 600`),
  )
  expect(modeOf(dataDir)).toBe('700')
  await engine.close()
  presence.release()
})
