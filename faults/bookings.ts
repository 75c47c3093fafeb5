import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { assertDefined } from '../app/lib/assert-defined.ts'
import { openBenchDatabase } from '../bench/bench-database.ts'
import type { Row } from '../bench/measure.ts'
import { ownerEnv } from '../bench/owner.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'

import { onPostgres, timesOf } from './figures.ts'
import { countIn, type Met } from './inquiry-load.ts'

const VISITORS = 1000

/** A thousand visitors submit one form for the same time at once. */
export async function bookAtOnce(): Promise<Row[]> {
  const postgres = process.env['TEST_DATABASE_URL']
  return [
    await book(1, null),
    ...(await onPostgres('One time on two instances', async () => [
      await book(2, assertDefined(postgres, 'onPostgres has looked')),
    ])),
  ]
}

async function book(instances: number, postgres: string | null): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-faults-'))
  const { env, run, close } = await openBenchDatabase(folder, postgres)
  const variables = { ...env, ...ownerEnv, LIMITS: 'off', LOG_LEVEL: 'fatal' }
  const apps: AppServer[] = []
  for (let n = 0; n < instances; n += 1) apps.push(await startAppServer(variables))
  const urls = apps.map(({ url }) => url)
  const time = await lastFreeTime(urls[0])
  const met: Met = { milliseconds: [], statuses: new Map() }
  const agent = new Agent({ keepAlive: true })
  await Promise.all(
    Array.from({ length: VISITORS }, (_, n) => send(`${urls[n % urls.length]}/book/consultation`, n)),
  )
  agent.destroy()
  const count = async (from: string) =>
    Number(((await run(`select count(*) as n from ${from}`)) as { n: number | string }[])[0]?.n)
  const bookings = await count("booking where state = 'booked'")
  const leads = await count('lead')
  const slices = await count('slot_claim where booking_id is not null')
  const mails = await count("email where template = 'booking'")
  await Promise.all(apps.map((app) => app.stop()))
  await close()
  rmSync(folder, { recursive: true })
  const { statuses } = met
  const [booked, taken] = [statuses.get(303), statuses.get(409)]
  return {
    what: `${VISITORS} visitors book one time at once, ${postgres === null ? 'one instance on SQLite' : 'two instances on PostgreSQL'}`,
    measured: `${[...statuses].map(([status, n]) => `${n} answered with ${status}`).join(', ')}; ${bookings} bookings, ${leads} leads, ${slices} slices of five minutes, ${mails} invitations; ${timesOf(met.milliseconds)}`,
    target: 'one booked (303), the others told that it is taken (409), one of each stored',
    ok: booked === 1 && taken === VISITORS - 1 && bookings + leads + mails === 3 && slices === 6,
  }

  async function send(url: string, n: number): Promise<void> {
    const fields = { name: `Guest ${n}`, email: `guest${n}@example.com`, time, zone: 'Europe/Berlin' }
    const since = performance.now()
    const status = await new Promise<number>((resolve) => {
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        origin: new URL(url).origin,
      }
      const sent = request(url, { method: 'POST', agent, headers, timeout: 120_000 })
      sent.on('response', (response) =>
        response.resume().on('end', () => resolve(response.statusCode ?? Number.NaN)),
      )
      sent.on('timeout', () => sent.destroy())
      sent.on('error', () => resolve(0))
      sent.end(new URLSearchParams(fields).toString())
    })
    met.milliseconds.push(performance.now() - since)
    countIn(met.statuses, status)
  }
}

async function lastFreeTime(url: string | undefined): Promise<string> {
  const answer = await fetch(`${url}/api/v1/free-times?days=7`)
  const { days } = (await answer.json()) as { days: { times: { time: string }[] }[] }
  const time = days.at(-1)?.times.at(-1)?.time
  if (time === undefined) throw new Error('There is no free time.')
  return time
}
