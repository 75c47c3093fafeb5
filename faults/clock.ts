import { globSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { type BenchDatabase, openBenchDatabase } from '../bench/bench-database.ts'
import type { Row } from '../bench/measure.ts'
import { type FakeSmtpServer, startSmtpServer } from '../tests/fakes/smtp-server.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'
import { signInByHttp, testOwner } from '../tests/support/owner-of-tests.ts'
import { fetchFormToken, sendInquiry } from '../tests/support/send-inquiry.ts'
import { until } from '../tests/support/until.ts'

const INQUIRIES = 5
/** Seconds after which libfaketime reads its file again. */
const REREAD = 1
const pages = ['/', '/book', '/blog/search?q=agent']

/** `to` is a number of seconds added to the real time, or a moment in ISO form. */
type Jump = { name: string; to: number | string; isAsleep?: boolean }

const jumps: readonly Jump[] = [
  { name: 'one hour back', to: -3600 },
  { name: 'right again', to: 0 },
  { name: 'a day later, after sleep', to: 24 * 3600, isAsleep: true },
  { name: 'two seconds before summer time', to: '2028-03-26T00:59:58Z' },
  { name: 'two seconds before winter time', to: '2028-10-29T00:59:58Z' },
  { name: 'two seconds before a leap day', to: '2032-02-28T22:59:58Z' },
  { name: 'a year later', to: '2033-03-01T12:00:00Z' },
  { name: 'years back', to: 0 },
]

const target = `pages 200; every inquiry, one from a form opened before, stored and mailed once within 20 s; sign-in works; no error in the log`

type Scene = { app: AppServer; smtp: FakeSmtpServer; database: BenchDatabase; set(seconds: number): void }

/** Sets the clock of a running server with libfaketime (Debian's package faketime). Its monotonic clock stays right, as on a real machine. */
export async function moveClock(): Promise<Row[]> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
  if (library === undefined)
    return [{ what: 'The clock moves', measured: 'NOT RUN: faketime is not installed', target, ok: false }]
  const folder = mkdtempSync(join(tmpdir(), 'foyer-faults-'))
  const database = await openBenchDatabase(folder, null)
  const smtp = await startSmtpServer()
  const file = join(folder, 'clock')
  const set = (seconds: number) => {
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}`)
    renameSync(`${file}.new`, file)
  }
  set(0)
  const app = await startAppServer({
    ...database.env,
    ADMIN_EMAIL: testOwner.email,
    ADMIN_PASSWORD: testOwner.password,
    LIMITS: 'off',
    LOG_LEVEL: 'error',
    TZ: 'Europe/Berlin',
    SMTP_URL: smtp.url,
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: String(REREAD),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const rows: Row[] = []
  try {
    for (const jump of jumps) rows.push(await measureJump(jump, rows.length, { app, smtp, database, set }))
  } finally {
    await app.stop()
    await smtp.close()
    await database.close()
    rmSync(folder, { recursive: true })
  }
  return rows
}

async function measureJump(jump: Jump, at: number, { app, smtp, database, set }: Scene): Promise<Row> {
  const token = await fetchFormToken(app.url)
  const before = app.output().length
  if (jump.isAsleep) app.process.kill('SIGSTOP')
  set(typeof jump.to === 'number' ? jump.to : Math.round((Date.parse(jump.to) - Date.now()) / 1000))
  await pause(2 * REREAD * 1000)
  if (jump.isAsleep) app.process.kill('SIGCONT')
  const statuses = await Promise.all(pages.map((path) => statusOf(`${app.url}${path}`)))
  let sent = 0
  for (; sent < INQUIRIES; sent += 1) {
    const email = `visitor${sent}-${at}@example.org`
    // The form asks once more if it was open for longer than a token is valid.
    const first = await sendInquiry(app.url, { email, ...(sent === 0 && { token }) })
    const response = (await first.clone().text()).includes('"expired"')
      ? await sendInquiry(app.url, { email })
      : first
    if (response.status !== 200) throw new Error(`${jump.name}: ${await response.text()}`)
  }
  const receipts = () =>
    smtp.arrived.flatMap(({ envelope }) => envelope.to).filter((to) => to.endsWith(`-${at}@example.org`))
  const began = performance.now()
  await until('the inquiries are mailed', () => receipts().length >= sent).catch(() => {})
  const seconds = (performance.now() - began) / 1000
  const [row] = (await database.run(
    `select count(*) as n from lead where email like '%-${at}@example.org'`,
  )) as { n: number }[]
  const isSignedIn = await signInByHttp(app.url).then(
    () => true,
    () => false,
  )
  const logged = app.output().slice(before).split('\n')
  const errors = logged.filter((line) => line.startsWith('{'))
  for (const error of errors) console.error(error)
  return {
    what: `The clock: ${jump.name}`,
    measured: `pages ${statuses.join(', ')}; ${row?.n} of ${sent} inquiries stored, ${receipts().length} mailed, the last after ${seconds.toFixed(1)} s; sign-in ${isSignedIn ? 'works' : 'FAILED'}; ${errors.length} errors in the log`,
    target,
    ok:
      statuses.every((status) => status === 200) &&
      Number(row?.n) === sent &&
      receipts().length === sent &&
      seconds < 20 &&
      isSignedIn &&
      errors.length === 0,
  }
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url)
  await response.body?.cancel()
  return response.status
}
