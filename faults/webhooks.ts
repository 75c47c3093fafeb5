import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { openDatabase } from '../app/platform/db/open-database.server.ts'
import { parseEnv } from '../app/platform/env.server.ts'
import type { Row } from '../bench/measure.ts'
import { type AppServer, freePort, startAppServer } from '../tests/support/app-server.ts'
import { signInByHttp, testOwner } from '../tests/support/owner-of-tests.ts'
import { sendInquiry } from '../tests/support/send-inquiry.ts'
import { createTestDatabase, type TestEngine } from '../tests/support/test-database.ts'
import { until } from '../tests/support/until.ts'
import { onPostgres, secret } from './figures.ts'

const KILLS = 20
const LEADS_A_ROUND = 5
const CHANGES = ['contacted', 'proposal', 'contacted'] as const
const PATIENCE = 300_000

const whatOf = (engine: TestEngine) =>
  `${KILLS * LEADS_A_ROUND * (1 + CHANGES.length)} events to a webhook, SIGKILL ${KILLS} times, ${engine}`

/** When the process dies, the receiver acknowledges, has read without answering, or refuses, in turn. */
export async function killWhileDelivering(): Promise<Row[]> {
  return [
    await deliverOn('sqlite'),
    ...(await onPostgres(whatOf('postgres'), async () => [await deliverOn('postgres')])),
  ]
}

async function deliverOn(engine: TestEngine): Promise<Row> {
  const database = await createTestDatabase(engine)
  const receiver = await startReceiver()
  const env = {
    ...database.env,
    APP_SECRET: secret,
    ADMIN_EMAIL: testOwner.email,
    ADMIN_PASSWORD: testOwner.password,
    FETCH_LOOPBACK: 'on',
    LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    PORT: String(await freePort()),
  }
  let server = await startAppServer(env)
  const { db, close } = await openDatabase(parseEnv({ ...env, NODE_ENV: 'test' }))
  const cookie = await signInByHttp(server.url)
  const post = (path: string, fields: Record<string, string>) =>
    postUntilAnswered(() => server, cookie, path, fields)
  await post('/admin/settings/webhooks', {
    intent: 'add',
    url: receiver.url,
    'lead.created': 'on',
    'lead.changed': 'on',
  })
  const makeDue = async () => {
    await db.updateTable('job').set({ lease_until: 0 }).where('lease_until', 'is not', null).execute()
    await db.updateTable('job').set({ run_at: 0 }).where('name', '=', 'deliver-webhook').execute()
    await db.updateTable('webhook').set({ paused_until: null }).execute()
    await db.updateTable('webhook_delivery').set({ next_at: 0 }).where('state', '=', 'waiting').execute()
  }
  let acknowledged = 0
  for (let round = 0; round < KILLS; round += 1) {
    receiver.mode = (['answers', 'hangs', 'refuses'] as const)[round % 3] ?? 'answers'
    const before = receiver.read.length
    const changing = Array.from({ length: LEADS_A_ROUND }, async (_, n) => {
      const email = `visitor-${round}-${n}@example.com`
      await inquireUntilAnswered(() => server, email)
      acknowledged += 1
      const { id } = await db
        .selectFrom('lead')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      for (const status of CHANGES) {
        await post(`/admin/leads/${id}`, { intent: 'status', id, status })
        acknowledged += 1
      }
    })
    await until('the receiver has read an event', () => receiver.read.length > before, PATIENCE)
    await pause(Math.random() * 200)
    await server.stop('SIGKILL')
    receiver.cut()
    // End the dead process's leases and the pauses between attempts, instead of waiting for them.
    await makeDue()
    server = await startAppServer(env)
    await Promise.all(changing)
  }
  receiver.mode = 'answers'
  const waiting = () =>
    db.selectFrom('webhook_delivery').select('id').where('state', '=', 'waiting').limit(1).execute()
  await until(
    'no event waits',
    async () => {
      await makeDue()
      await pause(500)
      return (await waiting()).length === 0
    },
    PATIENCE,
  ).catch(() => {})
  const stored = await db.selectFrom('webhook_delivery').select(['id', 'subject_id', 'state']).execute()
  await server.stop()
  await close()
  receiver.close()
  await database.drop()
  return judge(whatOf(engine), { acknowledged, stored, taken: receiver.taken })
}

type Stored = { id: string; subject_id: string; state: string }

/** Ids increase over time, so a subject's events arrived in order if their ids increase. */
function judge(
  what: string,
  {
    acknowledged,
    stored,
    taken,
  }: { acknowledged: number; stored: readonly Stored[]; taken: readonly string[] },
): Row {
  const first = [...new Set(taken)]
  const arrived = new Set(first)
  const lost = stored.filter(({ id }) => !arrived.has(id)).length + Math.max(0, acknowledged - stored.length)
  const subjects = Map.groupBy(stored, ({ subject_id }) => subject_id)
  const disordered = [...subjects.values()].filter((events) => {
    const ids = new Set(events.map(({ id }) => id))
    const told = first.filter((id) => ids.has(id))
    return told.join() !== told.toSorted().join()
  }).length
  return {
    what,
    measured: `${stored.length} events of ${subjects.size} leads, ${lost} lost, ${disordered} leads told out of order; ${taken.length - first.length} came again under the same id`,
    target: '0 lost, order kept',
    ok: lost === 0 && disordered === 0 && stored.every(({ state }) => state === 'delivered'),
  }
}

async function startReceiver() {
  const receiver = {
    mode: 'answers' as 'answers' | 'hangs' | 'refuses',
    /** Ids of the events that were read, and of those answered with 204. */
    read: [] as string[],
    taken: [] as string[],
    url: '',
    cut: () => server.closeAllConnections(),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['webhook-id'])
      receiver.read.push(id)
      if (receiver.mode === 'hangs') return
      if (receiver.mode === 'answers') receiver.taken.push(id)
      response.writeHead(receiver.mode === 'answers' ? 204 : 503).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

async function inquireUntilAnswered(server: () => AppServer, email: string): Promise<void> {
  for (;;) {
    const response = await sendInquiry(server().url, { email }).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) return
    await pause(100)
  }
}

async function postUntilAnswered(
  server: () => AppServer,
  cookie: string,
  path: string,
  fields: Record<string, string>,
): Promise<void> {
  for (;;) {
    const { url } = server()
    const body = new URLSearchParams(fields)
    const headers = { cookie, origin: url }
    const answer = await fetch(`${url}${path}`, { method: 'POST', body, headers, redirect: 'manual' }).catch(
      () => null,
    )
    await answer?.body?.cancel()
    if (answer && answer.status < 400) return
    if (answer && answer.status < 500) throw new Error(`${path} was answered with ${answer.status}.`)
    await pause(100)
  }
}
