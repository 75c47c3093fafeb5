import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { openBenchDatabase } from '../bench/bench-database.ts'
import type { Row } from '../bench/measure.ts'
import { type FakeSmtpServer, type SmtpBehaviour, startSmtpServer } from '../tests/fakes/smtp-server.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'
import { until } from '../tests/support/until.ts'

import { countOf, inquire, passTime, type Run, untilNoneWaits } from './smtp.ts'

const INQUIRIES = 10
const PUBLISH_IN = 5000

const outages: [what: string, behaviour: SmtpBehaviour][] = [
  ['greets with 554', { kind: 'reply', at: 'greeting', code: 554, text: 'No service' }],
  [
    'asks for authentication (530)',
    { kind: 'reply', at: 'sender', code: 530, text: '5.7.0 Authentication required' },
  ],
  [
    'is over its quota (550 5.4.5)',
    { kind: 'reply', at: 'recipient', code: 550, text: '5.4.5 Daily limit exceeded' },
  ],
]

type Running = { app: AppServer; smtp: FakeSmtpServer; run: Run }

export async function outliveMailOutages(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-faults-'))
  const database = await openBenchDatabase(folder, null)
  const smtp = await startSmtpServer()
  const app = await startAppServer({ ...database.env, LIMITS: 'off', LOG_LEVEL: 'fatal', SMTP_URL: smtp.url })
  const running = { app, smtp, run: database.run }
  const rows: Row[] = []
  for (const [what, behaviour] of outages) rows.push(await holdAll(running, what, behaviour))
  rows.push(...(await hangBesideOthers(running)))
  await smtp.close()
  await database.close()
  rmSync(folder, { recursive: true })
  return rows
}

async function holdAll({ app, smtp, run }: Running, what: string, behaviour: SmtpBehaviour): Promise<Row> {
  smtp.behave(behaviour)
  const sentBefore = await countOf(run, 'sent')
  const repliesBefore = smtp.replies()
  await inquire(app.url, INQUIRIES)
  const mails = (await countOf(run, 'waiting')) + (await countOf(run, 'failed'))
  await until('the outage is known', async () => (await run('select 1 from mail_outage')).length > 0)
  await pause(3000)
  const tries = smtp.replies() - repliesBefore
  const failed = await countOf(run, 'failed')
  smtp.behave({ kind: 'accept' })
  await untilNoneWaits(run)
  const sent = (await countOf(run, 'sent')) - sentBefore
  return {
    what: `The mail server ${what}`,
    measured: `${failed} of ${mails} mails failed, the server was tried ${tries} times; ${sent} sent once it works again`,
    target: 'none fails, at most 3 tries, all are sent afterwards',
    ok: failed === 0 && tries <= 3 && sent === mails && mails > 0,
  }
}

async function hangBesideOthers({ app, smtp, run }: Running): Promise<Row[]> {
  smtp.behave({ kind: 'hang-after-data' })
  const arrivedBefore = smtp.arrived.length
  await inquire(app.url, INQUIRIES)
  await until('mails hang', async () => smtp.arrived.length >= arrivedBefore + 2)
  const at = Date.now() + PUBLISH_IN
  await schedulePost(run, at)
  await until('the post is published', () => isPublished(run), 60_000)
  const late = Date.now() - at
  smtp.cut()
  await pause(500)
  const hanging = smtp.arrived.length
  await until('a mail hangs again', async () => {
    await passTime(run)
    await pause(200)
    return smtp.arrived.length > hanging
  })
  const start = performance.now()
  const code = await app.stop('SIGTERM')
  const seconds = (performance.now() - start) / 1000
  const held = await run("select 1 from job where state = 'running' or attempts > 0 and state = 'waiting'")
  const unknown = (await run("select state, attempts from job where name = 'of-tomorrow'")) as {
    state: string
    attempts: number
  }[]
  return [
    {
      what: 'A post is due in 5 s while every mail hangs after DATA',
      measured: `published ${Math.max(0, late)} ms after its time`,
      target: 'within 2 s',
      ok: late < 2000,
    },
    {
      what: 'SIGTERM while a mail hangs',
      measured: `exit ${code} after ${seconds.toFixed(1)} s, ${held.length} jobs not given back as they were`,
      target: 'exit 0 within 5 s, 0 jobs',
      ok: code === 0 && seconds < 5 && held.length === 0,
    },
    {
      what: 'A job of a kind that only a newer instance knows',
      measured: `${unknown[0]?.state}, ${unknown[0]?.attempts} tries`,
      target: 'waiting, 0 tries',
      ok: unknown[0]?.state === 'waiting' && unknown[0].attempts === 0,
    },
  ]
}

/** Inserts a post as the editor does, and a job of a future kind. */
async function schedulePost(run: Run, at: number): Promise<void> {
  await run(
    `insert into blog_post (id, created_at, updated_at, version, slug, published, publish_at, title, excerpt, tags, words)
     values ('due', ${at}, ${at}, 1, 'due', 0, ${at}, 'Due', '', '[]', 1)`,
  )
  await run(
    "insert into blog_content (post_id, source, html, outline) values ('due', 'Due', '<p>Due</p>', '[]')",
  )
  for (const [name, payload, runAt] of [
    ['of-tomorrow', '{}', 0],
    ['publish-scheduled-post', JSON.stringify({ id: 'due', at }), at],
  ])
    await run(
      `insert into job (id, name, payload, state, run_at, attempts, max_attempts, created_at)
       values ('${name}', '${name}', '${payload}', 'waiting', ${runAt}, 0, 10, 0)`,
    )
}

async function isPublished(run: Run): Promise<boolean> {
  return (await run("select 1 from blog_post where id = 'due' and published = 1")).length > 0
}
