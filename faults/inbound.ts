import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import type { Row } from '../bench/measure.ts'
import { openDatabase } from '../app/platform/db/open-database.server.ts'
import { parseEnv } from '../app/platform/env.server.ts'
import { startImapServer } from '../tests/fakes/imap-server.ts'
import { missingDovecot, startDovecot } from '../tests/support/dovecot.ts'
import { createTestDatabase, type TestEngine } from '../tests/support/test-database.ts'
import { until } from '../tests/support/until.ts'
import { onPostgres } from './figures.ts'

const MAILS = 10_000
const KILLS = 20
const PATIENCE = 600_000

const program = new URL('../tests/support/mailbox-process.ts', import.meta.url)

/** Kills the process that reads the mailbox repeatedly while mails arrive. */
export async function killWhileReading(): Promise<Row[]> {
  const missing = missingDovecot()
  if (missing) console.error(`SKIPPED with the real server: ${missing}.`)
  const servers = [
    ['a small IMAP server of ours', startImapServer],
    ...(missing ? [] : [['Dovecot', startDovecot] as const]),
  ] as const
  const rows: Row[] = []
  for (const [name, start] of servers) {
    const receive = async (engine: TestEngine) => {
      const server = await start()
      const row = await receiveAll(name, server, engine)
      await server.stop()
      return row
    }
    rows.push(await receive('sqlite'))
    rows.push(...(await onPostgres(whatOf(name, 'postgres'), async () => [await receive('postgres')])))
  }
  return rows
}

function whatOf(name: string, engine: TestEngine): string {
  return `${MAILS} mails by ${name} while the reader is ended by SIGKILL ${KILLS} times, ${engine}`
}

type Server = { url: string; deliver(text: string): void }

async function receiveAll(name: string, server: Server, database: TestEngine): Promise<Row> {
  const { env, drop } = await createTestDatabase(database)
  const variables = {
    NODE_ENV: 'production',
    APP_SECRET: 'a secret for faults, of 32 characters or more',
    PUBLIC_URL: 'http://127.0.0.1:1',
    ...env,
    LOG_LEVEL: 'fatal',
    IMAP_URL: server.url,
  }
  let reader = await startReader(variables, 0)
  const engine = await openDatabase(parseEnv(variables))
  const count = async () =>
    (
      await engine.db
        .selectFrom('thread_mail')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
        // The first process has not created the tables yet.
        .catch(() => ({ count: 0 }))
    ).count
  let delivered = 0
  for (let round = 1; round <= KILLS; round += 1) {
    for (; delivered < (MAILS * round) / KILLS; delivered += 1) server.deliver(mailOf(delivered))
    const enough = Math.floor((MAILS / KILLS) * (round - Math.random()))
    await until(`${enough} mails are stored`, async () => (await count()) >= enough, PATIENCE)
    reader.kill('SIGKILL')
    await once(reader, 'exit')
    // End the dead process's lease now, instead of waiting for it.
    await engine.db.updateTable('mailbox').set({ held_until: 0 }).execute()
    reader = await startReader(variables, round)
  }
  await until('every mail is stored', async () => (await count()) >= MAILS, PATIENCE).catch(() => {})
  const stored = await engine.db.selectFrom('thread_mail').select(['message_id', 'subject']).execute()
  reader.disconnect()
  await once(reader, 'exit')
  await engine.close()
  await drop()
  const different = new Set(stored.map(({ subject }) => subject)).size
  const [lost, doubled] = [MAILS - different, stored.length - different]
  return {
    what: whatOf(name, database),
    measured: `${lost} lost, ${doubled} doubled`,
    target: '0 lost, 0 doubled',
    ok: lost === 0 && doubled === 0,
  }
}

async function startReader(env: Record<string, string>, round: number): Promise<ChildProcess> {
  const reader = fork(program, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  reader.once('exit', (code) => {
    if (code) console.error(`The reader of round ${round} ended with ${code}.`)
  })
  await once(reader, 'spawn')
  return reader
}

/** Every tenth mail has no message id, and some have attachments. */
function mailOf(at: number): string {
  const head = `From: Ada <ada@example.com>\nTo: hello@agency.example\nSubject: Mail ${at}\n`
  const id = at % 10 === 0 ? '' : `Message-ID: <mail-${at}@example.com>\n`
  if (at % 7 !== 0) return `${head}${id}\nThis is mail ${at}.\n\n> When?\n`
  const parts = `--b\n\nThis is mail ${at}.\n--b\nContent-Disposition: attachment; filename="a.txt"\n\n${at}\n--b--\n`
  return `${head}${id}Content-Type: multipart/mixed; boundary=b\n\n${parts}`
}
