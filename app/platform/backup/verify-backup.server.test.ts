import { expect, test } from 'vitest'

import type { Manifest } from './backup-format.ts'
import type { BackupEntry } from './read-backup.server.ts'
import { TableHash } from './table-digest.server.ts'
import { verifyBackup } from './verify-backup.server.ts'

function backupOf(lines: string[], manifest: Partial<Manifest> = {}, file?: Buffer) {
  const hash = new TableHash('lead')
  hash.add('["a"]\n["b"]\n', 2)
  const whole: Manifest = {
    madeBy: '1.0.0',
    takenAt: '2026-11-21T01:00:00.000Z',
    engine: 'sqlite',
    installation: null,
    records: null,
    migrations: ['0001'],
    tables: [hash.digest()],
    uploads: 'included',
    files: [],
    ...manifest,
  }
  return {
    async *entries(): AsyncGenerator<BackupEntry> {
      yield { kind: 'table', name: 'lead', columns: ['id'] }
      yield { kind: 'rows', lines }
      if (file) yield { kind: 'file', name: 'images/a', bytes: file }
      yield { kind: 'manifest', manifest: whole }
    },
  }
}

const migrations = { '0001': {} }

test('a backup that matches its manifest is accepted', async () => {
  const manifest = await verifyBackup(backupOf(['["a"]', '["b"]']), migrations)
  expect(manifest.tables).toMatchObject([{ name: 'lead', rows: 2 }])
})

test.each([
  ['a row less', ['["a"]']],
  ['a row more', ['["a"]', '["b"]', '["c"]']],
  ['another row', ['["a"]', '["B"]']],
  ['another order', ['["b"]', '["a"]']],
])('%s is refused', async (_what, lines) => {
  await expect(verifyBackup(backupOf(lines), migrations)).rejects.toThrow('The table lead')
})

test('a file whose bytes differ from the manifest is refused', async () => {
  const lines = ['["a"]', '["b"]']
  // SHA-256 of the letter a.
  const sha256 = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'
  const files = [{ name: 'images/a', bytes: 1, sha256 }]
  await verifyBackup(backupOf(lines, { files }, Buffer.from('a')), migrations)
  const other = backupOf(lines, { files }, Buffer.from('b'))
  await expect(verifyBackup(other, migrations)).rejects.toThrow('uploaded files')
})

test('a file that is missing, or a migration that nobody here knows, is refused', async () => {
  const lines = ['["a"]', '["b"]']
  const files = [{ name: 'images/a', bytes: 1, sha256: '0'.repeat(64) }]
  await expect(verifyBackup(backupOf(lines, { files }), migrations)).rejects.toThrow('uploaded files')
  const newer = backupOf(lines, { migrations: ['0001', '9999'] })
  await expect(verifyBackup(newer, migrations)).rejects.toThrow(/newer version.*9999/)
})
