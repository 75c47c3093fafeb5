import { expect, onTestFinished, test } from 'vitest'

import { keepReading } from '#app/features/mailbox/read-mailbox.server.ts'
import { startImapServer } from '#tests/fakes/imap-server.ts'
import { missingDovecot, startDovecot } from '#tests/support/dovecot.ts'
import { createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

type Server = { url: string; deliver(text: string): void; stop(): Promise<void> }

const servers: readonly (readonly [string, () => Promise<Server>, string | null])[] = [
  ['a small server of ours', startImapServer, null],
  ['Dovecot', startDovecot, missingDovecot()],
]

/** Longer than another process waits between two tries to take over the mailbox. */
const patience = { timeout: 60_000 }

async function createMailbox(startServer: () => Promise<Server>) {
  const server = await startServer()
  const ctx = await createTestCtx({ env: { IMAP_URL: server.url } })
  onTestFinished(() => server.stop())
  const read = () => {
    const reading = keepReading(ctx)
    onTestFinished(() => reading.stop())
    return reading
  }
  const deliver = (subject: string) =>
    server.deliver(
      `From: ada@example.com\nMessage-ID: <${subject}@example.com>\nSubject: ${subject}\n\nHello`,
    )
  return { ctx, read, deliver }
}

async function subjects(ctx: TestCtx): Promise<string[]> {
  const rows = await ctx.db.selectFrom('thread_mail').select('subject').execute()
  return rows.map(({ subject }) => subject).toSorted()
}

for (const [name, startServer, missing] of servers) {
  test.skipIf(missing !== null)(
    `${name}: what is there and what comes later is stored once`,
    async () => {
      const { ctx, read, deliver } = await createMailbox(startServer)
      deliver('1')
      deliver('2')
      read()
      await expect.poll(() => subjects(ctx), patience).toEqual(['1', '2'])
      deliver('3')
      await expect.poll(() => subjects(ctx), patience).toEqual(['1', '2', '3'])
    },
    120_000,
  )

  test.skipIf(missing !== null)(
    `${name}: of two processes one reads, and the other takes over when it ends`,
    async () => {
      const { ctx, read, deliver } = await createMailbox(startServer)
      const holder = async () =>
        (await ctx.db.selectFrom('mailbox').select('holder').executeTakeFirst())?.holder ?? null
      const first = read()
      await expect.poll(holder, patience).not.toBeNull()
      const before = await holder()
      read()
      deliver('1')
      await expect.poll(() => subjects(ctx), patience).toEqual(['1'])
      expect(await holder()).toBe(before)
      await first.stop()
      deliver('2')
      await expect.poll(() => subjects(ctx), patience).toEqual(['1', '2'])
      expect(await holder()).not.toBe(before)
    },
    120_000,
  )
}
