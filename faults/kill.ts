import { median, type Row } from '../bench/measure.ts'
import { startSmtpServer } from '../tests/fakes/smtp-server.ts'
import { killOneInstance } from '../tests/support/kill-one-instance.ts'
import { killUnderLoad } from '../tests/support/kill-rounds.ts'
import { testOwner } from '../tests/support/owner-of-tests.ts'
import { whyNoProxy } from '../tests/support/proxies.ts'
import { createTestDatabase, type TestEngine } from '../tests/support/test-database.ts'
import { startTwoInstances } from '../tests/support/two-instances.ts'
import { onPostgres, secret } from './figures.ts'

const ROUNDS = 50
const PER_SECOND = 50

export async function killRounds(): Promise<Row[]> {
  return [...(await killOn('sqlite')), ...(await onPostgres(whatOf('postgres'), () => killOn('postgres')))]
}

function whatOf(engine: TestEngine): string {
  return `SIGKILL ${ROUNDS} times under ${PER_SECOND} inquiries a second, ${engine}`
}

async function killOn(engine: TestEngine): Promise<Row[]> {
  const database = await createTestDatabase(engine)
  const env = { ...database.env, APP_SECRET: secret }
  const held = await killUnderLoad(env, { rounds: ROUNDS, perSecond: PER_SECOND })
  await database.drop()
  const slowest = Math.max(...held.startTimes)
  const what = whatOf(engine)
  return [
    {
      what,
      measured: `${held.acknowledged} acknowledged, ${held.lost.length} lost, ${held.doubled} doubled, ${held.mailsAmiss} mails amiss`,
      target: '0 lost, 0 doubled',
      ok: held.lost.length === 0 && held.doubled === 0 && held.mailsAmiss === 0,
    },
    {
      what: `${what}: ready again`,
      measured: `in ${slowest.toFixed(0)} ms at most, ${median(held.startTimes).toFixed(0)} ms at the median`,
      target: 'within 3 s',
      ok: slowest < 3000,
    },
  ]
}

const twoWhat = 'Two instances on one PostgreSQL behind HAProxy under 50 inquiries a second, one killed'
const twoTarget =
  '0 acknowledged lost, 0 doubled, a post of the one visible from the other within 1 s, jobs run once, the session holds'

export async function killOneOfTwo(): Promise<Row[]> {
  const noProxy = whyNoProxy('haproxy')
  if (noProxy) return [{ what: twoWhat, measured: `NOT RUN: ${noProxy}`, target: twoTarget, ok: false }]
  return onPostgres(twoWhat, killOne)
}

async function killOne(): Promise<Row[]> {
  const smtp = await startSmtpServer()
  const two = await startTwoInstances({
    APP_SECRET: secret,
    ADMIN_EMAIL: testOwner.email,
    ADMIN_PASSWORD: testOwner.password,
    LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    SMTP_URL: smtp.url,
  })
  const held = await killOneInstance(two, smtp)
  await two.stop()
  await smtp.close()
  return [
    {
      what: twoWhat,
      measured: `${held.acknowledged} acknowledged, ${held.lost.length} lost, ${held.doubled} doubled, ${held.cut} sent again after an error, post visible after ${held.visibleAfter.toFixed(0)} ms, ${held.mailsMissing} mails missing, ${held.mailsTwice} twice, session ${held.sessionHeld ? 'held' : 'LOST'}`,
      target: twoTarget,
      ok:
        held.lost.length + held.doubled + held.mailsMissing + held.mailsTwice === 0 &&
        held.visibleAfter < 1000 &&
        held.sessionHeld,
    },
  ]
}
