import type { Row } from '../bench/measure.ts'
import { startSmtpServer } from '../tests/fakes/smtp-server.ts'
import { whyNoProxy } from '../tests/support/proxies.ts'
import { killOneInstance } from '../tests/support/kill-one-instance.ts'
import { testOwner } from '../tests/support/owner-of-tests.ts'
import { startTwoInstances } from '../tests/support/two-instances.ts'

import { onPostgres, secret } from './figures.ts'

const what = 'Two instances on one PostgreSQL behind HAProxy under 50 inquiries a second, one killed'
const target =
  '0 acknowledged lost, 0 doubled, a post of the one visible from the other within 1 s, jobs run once, the session holds'

export async function killOneOfTwo(): Promise<Row[]> {
  const noProxy = whyNoProxy('haproxy')
  if (noProxy) return [{ what, measured: `NOT RUN: ${noProxy}`, target, ok: false }]
  return onPostgres(what, killOne)
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
      what,
      measured: `${held.acknowledged} acknowledged, ${held.lost.length} lost, ${held.doubled} doubled, ${held.cut} sent again after an error, post visible after ${held.visibleAfter.toFixed(0)} ms, ${held.mailsMissing} mails missing, ${held.mailsTwice} twice, session ${held.sessionHeld ? 'held' : 'LOST'}`,
      target,
      ok:
        held.lost.length + held.doubled + held.mailsMissing + held.mailsTwice === 0 &&
        held.visibleAfter < 1000 &&
        held.sessionHeld,
    },
  ]
}
