import { expect, onTestFinished, test } from 'vitest'

import { startImapServer } from '#tests/fakes/imap-server.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { keepReading } from './read-mailbox.server.ts'

async function createReader(options: { hasIdle?: boolean } = {}) {
  const server = await startImapServer(options)
  onTestFinished(() => server.stop())
  const ctx = await createTestCtx({ env: { IMAP_URL: server.url } })
  const start = () => {
    const reading = keepReading(ctx)
    onTestFinished(() => reading.stop())
    return reading
  }
  const mail = (id: number) =>
    server.deliver(`From: ada@example.com\nMessage-ID: <${id}@example.com>\nSubject: ${id}\n\nHello`)
  return { server, ctx, start, mail }
}

async function subjects(ctx: TestCtx): Promise<string[]> {
  const rows = await ctx.db.selectFrom('thread_mail').select('subject').orderBy('id').execute()
  return rows.map(({ subject }) => subject)
}

test('mails that are there and those that come are stored once, and the mailbox stays as it is', async () => {
  const { server, ctx, start, mail } = await createReader()
  mail(1)
  mail(2)
  start()
  await expect.poll(() => subjects(ctx)).toEqual(['1', '2'])
  await expect.poll(() => server.asked.some((line) => line.startsWith('IDLE'))).toBe(true)
  mail(3)
  await expect.poll(() => subjects(ctx)).toEqual(['1', '2', '3'])
  expect(server.asked.filter((line) => /STORE|EXPUNGE|SELECT|COPY|MOVE|BODY\[/.test(line))).toEqual([])
})

test('a reader that ends and another that begins lose and double nothing, even with other numbers', async () => {
  const { server, ctx, start, mail } = await createReader()
  mail(1)
  const first = start()
  await expect.poll(() => subjects(ctx)).toEqual(['1'])
  await first.stop()
  mail(2)
  server.renumber()
  mail(3)
  start()
  await expect.poll(() => subjects(ctx)).toEqual(['1', '2', '3'])
})

test('a wrong password is told in plain words', async () => {
  const { server } = await createReader()
  const ctx = await createTestCtx({ env: { IMAP_URL: server.url.replace('secret', 'wrong') } })
  const reading = keepReading(ctx)
  onTestFinished(() => reading.stop())
  const state = () => ctx.db.selectFrom('mailbox').select(['error']).executeTakeFirst()
  await expect.poll(state).toEqual({ error: '127.0.0.1 refused the user or the password.' })
})
