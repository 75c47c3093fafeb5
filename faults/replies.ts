import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { openDatabase } from '../app/platform/db/open-database.server.ts'
import { parseEnv } from '../app/platform/env.server.ts'
import type { Row } from '../bench/measure.ts'
import { type FakeSmtpServer, startSmtpServer } from '../tests/fakes/smtp-server.ts'
import { type AppServer, freePort, startAppServer } from '../tests/support/app-server.ts'
import { signInByHttp, testOwner } from '../tests/support/owner-of-tests.ts'
import { sendInquiry } from '../tests/support/send-inquiry.ts'
import { createTestDatabase, type TestEngine } from '../tests/support/test-database.ts'
import { until } from '../tests/support/until.ts'
import { onPostgres, secret } from './figures.ts'

const KILLS = 20
const A_ROUND = 10
const PATIENCE = 300_000

const whatOf = (engine: TestEngine) =>
  `${KILLS * A_ROUND} replies to a lead, SIGKILL ${KILLS} times, ${engine}`

/** In every other round the process dies after the mail server has read a reply, and before it answers. */
export async function killWhileReplying(): Promise<Row[]> {
  return [
    await replyOn('sqlite'),
    ...(await onPostgres(whatOf('postgres'), async () => [await replyOn('postgres')])),
  ]
}

async function replyOn(engine: TestEngine): Promise<Row> {
  const database = await createTestDatabase(engine)
  const smtp = await startSmtpServer()
  const env = {
    ...database.env,
    APP_SECRET: secret,
    ADMIN_EMAIL: testOwner.email,
    ADMIN_PASSWORD: testOwner.password,
    SMTP_URL: smtp.url,
    LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    PORT: String(await freePort()),
  }
  let server = await startAppServer(env)
  await sendInquiry(server.url, { email: 'ada@example.com' })
  const { db, close } = await openDatabase(parseEnv({ ...env, NODE_ENV: 'test' }))
  const { id: lead } = await db.selectFrom('lead').select('id').executeTakeFirstOrThrow()
  const cookie = await signInByHttp(server.url)
  const keys: string[] = []
  for (let round = 0; round < KILLS; round += 1) {
    const before = repliesIn(smtp).length
    smtp.behave({ kind: round % 2 === 0 ? 'accept' : 'hang-after-data' })
    const fresh = Array.from({ length: A_ROUND }, () => randomUUID())
    keys.push(...fresh)
    const sending = fresh.map((key) => replyUntilAnswered(() => server, cookie, lead, key))
    await until('a reply reaches the mail server', () => repliesIn(smtp).length > before, PATIENCE)
    await pause(Math.random() * 30)
    await server.stop('SIGKILL')
    smtp.cut()
    // End the dead process's leases now, instead of waiting for them.
    await db.updateTable('job').set({ lease_until: 0 }).where('lease_until', 'is not', null).execute()
    server = await startAppServer(env)
    await Promise.all(sending)
  }
  smtp.behave({ kind: 'accept' })
  const outgoing = () => db.selectFrom('email').select('state').where('dedupe_key', 'like', 'reply:%')
  await until(
    'no reply waits',
    async () => (await outgoing().where('state', '=', 'waiting').execute()).length === 0,
    PATIENCE,
  ).catch(() => {})
  const stored = await db
    .selectFrom('thread_mail')
    .innerJoin('email', 'email.id', 'thread_mail.email_id')
    .select(['thread_mail.id', 'state'])
    .where('direction', '=', 'out')
    .execute()
  await server.stop()
  await close()
  await smtp.close()
  await database.drop()
  const arrived = repliesIn(smtp)
  const states = new Map(stored.map(({ id, state }) => [id, state]))
  const timesOf = (key: string) => arrived.filter((each) => each === key).length
  const lost = keys.filter((key) => timesOf(key) === 0 && states.get(key) !== 'failed').length
  const twice = keys.filter((key) => timesOf(key) > 1).length
  const uncertain = keys.filter((key) => states.get(key) === 'failed').length
  return {
    what: whatOf(engine),
    measured: `${keys.length - uncertain} sent, ${uncertain} shown as uncertain, ${lost} lost, ${twice} sent twice`,
    target: '0 lost, 0 sent twice',
    ok: lost === 0 && twice === 0 && stored.length === keys.length,
  }
}

/** Returns the keys of the replies that the mail server has read, acknowledged or not. */
function repliesIn(smtp: FakeSmtpServer): string[] {
  return smtp.arrived
    .map(({ text }) => /Reply ([0-9a-f-]{36})/.exec(text)?.[1])
    .filter((key) => key !== undefined)
}

async function replyUntilAnswered(
  server: () => AppServer,
  cookie: string,
  lead: string,
  key: string,
): Promise<void> {
  for (;;) {
    const body = new FormData()
    for (const [name, value] of Object.entries({ lead, key, text: `Reply ${key}` })) body.set(name, value)
    const { url } = server()
    const answer = await fetch(`${url}/admin/replies`, {
      method: 'POST',
      body,
      headers: { cookie, origin: url },
      redirect: 'manual',
    }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.status === 302) return
    if (answer && answer.status < 500) throw new Error(`A reply was answered with ${answer.status}.`)
    await pause(100)
  }
}
