import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { readImport } from '../features/blog/transfer/read-import.ts'
import { readInboundTask } from '../features/mailbox/read-inbound.ts'
import { readPeopleTask } from '../features/people/import/read-people.ts'
import { createPool, type Pool } from '../platform/pool/pool.server.ts'
import { poolProgram } from './runtime.server.ts'

const post = { id: 'a', title: 'News', slug: 'news', status: 'published', type: 'post', html: '<p>Hi</p>' }
const ghost = JSON.stringify({ db: [{ data: { posts: [post] } }] })
const bytesOf = (text: string) => new TextEncoder().encode(text)
function ghostFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-pool-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'a.json'), ghost)
  return join(folder, 'a.json')
}

type OnPart = () => Promise<void>

test.each<[string, (pool: Pool, onPart: OnPart) => Promise<unknown>]>([
  [
    'people',
    (pool, onPart) =>
      pool.run(
        readPeopleTask,
        { bytes: bytesOf('Email\nada@example.com'), mapping: null, from: 0 },
        { onPart },
      ),
  ],
  [
    'posts',
    (pool, onPart) =>
      pool.run(
        readImport,
        { path: ghostFile(), name: 'a.json', base: '', timeZone: 'UTC', now: 0 },
        { onPart },
      ),
  ],
])('mails are read while an import of %s is being stored', { timeout: 20_000 }, async (_of, start) => {
  const pool = createPool(poolProgram)
  onTestFinished(() => pool.close())
  const begun = Promise.withResolvers<void>()
  const stored = Promise.withResolvers<void>()
  const importing = start(pool, () => {
    begun.resolve()
    return stored.promise
  })
  await Promise.race([begun.promise, importing])
  const mail = await pool.run(readInboundTask, { bytes: bytesOf('From: ada@example.com\r\n\r\nHello') })
  expect(mail.from.email).toBe('ada@example.com')
  stored.resolve()
  await importing
})
