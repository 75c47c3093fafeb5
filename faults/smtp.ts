import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { openBenchDatabase } from '../bench/bench-database.ts'
import { percentile, type Row } from '../bench/measure.ts'
import { type SmtpBehaviour, startSmtpServer } from '../tests/fakes/smtp-server.ts'
import { inquiryFields } from '../tests/factories/inquiry.ts'
import { freePort, startAppServer } from '../tests/support/app-server.ts'
import { signInByHttp, testOwner } from '../tests/support/owner-of-tests.ts'
import { fetchFormToken } from '../tests/support/send-inquiry.ts'
import { until } from '../tests/support/until.ts'

import { timesOf } from './figures.ts'

const INQUIRIES = 100
const PER_SECOND = 50

const phases: [what: string, behaviour: SmtpBehaviour | null][] = [
  ['answers 5xx', { kind: 'refuse-recipient' }],
  ['answers 4xx', { kind: 'temporary' }],
  ['hangs after DATA', { kind: 'hang-after-data' }],
  ['is down', null],
]

export async function sendDespiteMailServer(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-faults-'))
  const database = await openBenchDatabase(folder, null)
  const port = await freePort()
  const app = await startAppServer({
    ...database.env,
    ADMIN_EMAIL: testOwner.email,
    ADMIN_PASSWORD: testOwner.password,
    LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    SMTP_URL: `smtp://office:secret@127.0.0.1:${port}`,
  })
  const rows: Row[] = []
  let smtp = await startSmtpServer({ port })
  for (const [what, behaviour] of phases) {
    if (behaviour) smtp.behave(behaviour)
    else await smtp.close()
    const { accepted, times } = await inquire(app.url)
    rows.push({
      what: `The mail server ${what}, ${PER_SECOND} inquiries a second`,
      measured: `${accepted} of ${INQUIRIES} accepted, the form ${timesOf(times)}, ${percentile(times, 0.99).toFixed(0)} ms p99`,
      target: 'every one accepted, under 200 ms p99',
      ok: accepted === INQUIRIES && percentile(times, 0.99) < 200,
    })
    if (behaviour?.kind === 'refuse-recipient') await untilNoneWaits(database.run)
  }
  const refused = await countOf(database.run, 'failed')
  const before = smtp.arrived
  smtp = await startSmtpServer({ port })
  await untilNoneWaits(database.run)
  const sent = await countOf(database.run, 'sent')
  const failed = await countOf(database.run, 'failed')
  const mails = await database.count('email')
  const arrived = new Set(
    [...before, ...smtp.arrived]
      .filter(({ isAccepted }) => isAccepted)
      .map(({ headers }) => headers.find(([name]) => name === 'message-id')?.[1]),
  ).size
  const cookie = await signInByHttp(app.url)
  const outbox = await fetch(`${app.url}/admin/outbox?state=failed`, { headers: { cookie } })
  const isShown = /No such user/.test(await outbox.text())
  await app.stop()
  await smtp.close()
  await database.close()
  rmSync(folder, { recursive: true })
  rows.push({
    what: 'The mail server works again',
    measured: `of ${mails} mails ${sent} sent (${arrived} arrived), ${failed} refused for good and ${isShown ? 'shown' : 'NOT SHOWN'} with the reason`,
    target: 'the backlog is sent; 5xx dead-lettered and shown',
    ok: sent + failed === mails && failed === refused && failed > 0 && arrived === sent && isShown,
  })
  return rows
}

export async function inquire(
  url: string,
  count = INQUIRIES,
): Promise<{ accepted: number; times: number[] }> {
  const times: number[] = []
  const statuses: Promise<number>[] = []
  for (let n = 0; n < count; n += 1) {
    statuses.push(send(url, times))
    await pause(1000 / PER_SECOND)
  }
  const accepted = (await Promise.all(statuses)).filter((status) => status === 200).length
  return { accepted, times }
}

async function send(url: string, times: number[]): Promise<number> {
  const body = new URLSearchParams({ ...inquiryFields(), token: await fetchFormToken(url) })
  const start = performance.now()
  const response = await fetch(`${url}/api/inquiries`, { method: 'POST', body })
  await response.arrayBuffer()
  times.push(performance.now() - start)
  return response.status
}

export type Run = (statement: string) => Promise<unknown[]>

export async function untilNoneWaits(run: Run): Promise<void> {
  await until(
    'no mail waits',
    async () => {
      await passTime(run)
      await pause(200)
      return (await countOf(run, 'waiting')) === 0
    },
    120_000,
  )
}

export async function countOf(run: Run, state: string): Promise<number> {
  const [row] = (await run(`select count(*) as n from email where state = '${state}'`)) as { n: number }[]
  return Number(row?.n)
}

/** Ends the pause after the outage and those of each mail. */
export async function passTime(run: Run): Promise<void> {
  await run('update mail_outage set next_try_at = 0')
  await run("update job set run_at = 0 where state = 'waiting' and name = 'send-email'")
}
