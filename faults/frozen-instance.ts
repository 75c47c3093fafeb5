import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import { percentile, type Row } from '../bench/measure.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'
import { administer, createTestDatabase } from '../tests/support/test-database.ts'

import { onPostgres, secret } from './figures.ts'
import {
  describeMet,
  type Met,
  sendAtRate,
  sendFlatOut,
  sendOnce,
  sendQuietly,
  takenOf,
} from './inquiry-load.ts'

const FREEZES = 6
const FROZEN_FOR = 3000
const INQUIRIES_A_SECOND = 15
const BURST = 8

async function startInstances() {
  const { env, drop } = await createTestDatabase('postgres')
  const variables = { ...env, APP_SECRET: secret, LIMITS: 'off', LOG_LEVEL: 'fatal' }
  const first = await startAppServer(variables)
  const second = await startAppServer(variables)
  const count = async (of: string) => {
    const { rows } = await administer(`select (${of})::int as n`, env.DATABASE_URL)
    return (rows as { n: number }[])[0]?.n ?? Number.NaN
  }
  return {
    first,
    second,
    count,
    async end() {
      await Promise.all([first.stop(), second.stop()])
      await drop()
    },
  }
}

/** Freezes one instance repeatedly, with the database locks it holds at that moment. */
export async function freezeOneOfTwo(): Promise<Row[]> {
  return onPostgres('One of two instances frozen under inquiries', freezeOne)
}

async function freezeOne(): Promise<Row[]> {
  const { first, second, count, end } = await startInstances()
  const quiet = await sendQuietly(second.url, INQUIRIES_A_SECOND)
  const freezing = freezeAgainAndAgain(first)
  const met = await sendAtRate(second.url, INQUIRIES_A_SECOND, freezing)
  const ofFrozen = await freezing
  await pause(3000)
  const leads = await count('select count(*) from lead')
  const shown = await count(
    `select coalesce(sum(n), 0) from roll_day where dimension = 'kind' and key = 'contact_form'`,
  )
  await end()
  const taken = [quiet, met, ...ofFrozen].reduce((sum, one) => sum + takenOf(one), 0)
  const p99 = percentile(met.milliseconds, 0.99)
  return [
    {
      what: `One of two instances frozen ${FREEZES} times for ${FROZEN_FOR / 1000} s amid ${BURST} inquiries: ${INQUIRIES_A_SECOND} a second to the other`,
      measured: `${describeMet(met)}; ${percentile(quiet.milliseconds, 0.99).toFixed(0)} ms p99 before`,
      target: 'all taken, under 200 ms p99',
      ok: met.statuses.get(200) === met.milliseconds.length && p99 < 200,
    },
    {
      what: 'Three seconds after it woke up: inquiries taken, stored and counted',
      measured: `${taken} taken, ${leads} stored, ${shown} counted`,
      target: 'every one taken is stored, and all stored are counted once',
      ok: leads >= taken && shown === leads,
    },
  ]
}

async function freezeAgainAndAgain({ url, process: { pid } }: AppServer): Promise<Met[]> {
  if (pid === undefined) throw new Error('The server is not running.')
  const met: Promise<Met>[] = []
  for (let n = 0; n < FREEZES; n += 1) {
    await pause(1000)
    met.push(sendOnce(url, BURST))
    // Random, so that each freeze interrupts something else.
    await pause(5 + Math.random() * 40)
    process.kill(pid, 'SIGSTOP')
    await pause(FROZEN_FOR)
    process.kill(pid, 'SIGCONT')
  }
  return Promise.all(met)
}

const SHARE = 0.15
const ROUND = 5000

/** Limits each instance to a small share of a core, which shows whether they block each other. */
export async function compareOneAndTwo(): Promise<Row[]> {
  return onPostgres('Two instances against one', compare)
}

async function compare(): Promise<Row[]> {
  const { first, second, end } = await startInstances()
  const shares = [first, second].map((app) => limitShare(app, SHARE))
  const rates: { one: number[]; two: number[] } = { one: [], two: [] }
  const perSecond = async (urls: string[]) => takenOf(await sendFlatOut(urls, 4, ROUND)) / (ROUND / 1000)
  await perSecond([first.url, second.url])
  for (let round = 0; round < 3; round += 1) {
    rates.one.push(await perSecond([first.url]))
    rates.two.push(await perSecond([first.url, second.url]))
  }
  for (const share of shares) share?.lift()
  await end()
  for (const share of shares) share?.remove()
  const [one, two] = [percentile(rates.one, 0.5), percentile(rates.two, 0.5)]
  const how = shares.every((share) => share !== null)
    ? `each with ${SHARE * 100} % of a core`
    : 'the machine’s cores shared with PostgreSQL and the load, for a process’s share cannot be limited here'
  return [
    {
      what: `Inquiries a second of two instances against one on PostgreSQL, ${how}`,
      measured: `${two.toFixed(0)} against ${one.toFixed(0)}, ${(two / one).toFixed(2)}×`,
      target: 'at least 1.7×',
      ok: two >= one * 1.7,
    },
  ]
}

const GROUPS = '/sys/fs/cgroup/cpu'

/** Uses a cgroup, if the machine allows it. */
function limitShare({ process: { pid } }: AppServer, share: number) {
  const group = `${GROUPS}/foyer-${pid}`
  try {
    if (!existsSync(GROUPS)) return null
    mkdirSync(group)
    writeFileSync(`${group}/cpu.cfs_period_us`, '20000')
    writeFileSync(`${group}/cpu.cfs_quota_us`, String(20_000 * share))
    writeFileSync(`${group}/cgroup.procs`, String(pid))
    return {
      lift: () => writeFileSync(`${group}/cpu.cfs_quota_us`, '-1'),
      remove: () => rmdirSync(group),
    }
  } catch {
    return null
  }
}
