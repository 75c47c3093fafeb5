import { setTimeout as pause } from 'node:timers/promises'

import { openDatabase } from '#app/platform/db/open-database.server.ts'
import type { JobState } from '#app/platform/db/schema/system.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import type { FakeSmtpServer } from '#tests/fakes/smtp-server.ts'

import { signInByHttp } from './owner-of-tests.ts'
import { fetchFormToken, sendInquiry } from './send-inquiry.ts'
import type { TwoInstances } from './two-instances.ts'
import { until } from './until.ts'

export type KilledInstance = {
  acknowledged: number
  lost: string[]
  doubled: number
  /** Requests that failed and were sent again, because the killed instance had them. */
  cut: number
  /** Number of mails that never arrived. */
  mailsMissing: number
  /** Mails that arrived more than once, except those that the killed instance was sending. */
  mailsTwice: number
  /** Milliseconds until a post that one instance published was on the other's page. */
  visibleAfter: number
  sessionHeld: boolean
}

const PER_SECOND = 50

/**
 * Sends inquiries through the proxy while the first instance publishes a post and is then killed; resolves when the
 * second has sent every mail.
 */
export async function killOneInstance(two: TwoInstances, smtp: FakeSmtpServer): Promise<KilledInstance> {
  const { first, second, proxy } = two
  const cookie = await signInByHttp(first.url)
  const sent: { email: string; acknowledged: boolean }[] = []
  const underWay: Promise<void>[] = []
  let cut = 0
  const send = async (one: (typeof sent)[number]) => {
    const token = await tokenFrom(proxy.url)
    while (!one.acknowledged) {
      const status = await sendInquiry(proxy.url, {
        email: one.email,
        token,
        message: `From ${one.email}.`,
      }).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        () => 0,
      )
      one.acknowledged = status === 200
      if (!one.acknowledged) {
        cut += 1
        await pause(100)
      }
    }
  }
  const stream = setInterval(() => {
    const one = { email: `two-${sent.length}@example.com`, acknowledged: false }
    sent.push(one)
    underWay.push(send(one))
  }, 1000 / PER_SECOND)
  const acknowledged = () => sent.filter((one) => one.acknowledged)
  await until('50 are acknowledged', () => acknowledged().length > 50)

  const visibleAfter = await publish(first.url, second.url, cookie)
  await until('100 are acknowledged', () => acknowledged().length > 100)
  await first.stop('SIGKILL')
  const atKill = acknowledged().length
  await until('the other acknowledges 100', () => acknowledged().length > atKill + 100)
  clearInterval(stream)
  await Promise.all(underWay)

  const page = await fetch(`${proxy.url}/admin/leads`, { headers: { cookie }, redirect: 'manual' })
  const { leads, ...mails } = await untilSent(two.env, smtp)
  return {
    acknowledged: acknowledged().length,
    lost: acknowledged()
      .filter(({ email }) => !leads.includes(email))
      .map(({ email }) => email),
    doubled: leads.length - new Set(leads).size,
    cut,
    ...mails,
    visibleAfter,
    sessionHeld: page.status === 200,
  }
}

/** Publishes on one instance, and returns the milliseconds until the other's list shows it. */
async function publish(from: string, to: string, cookie: string): Promise<number> {
  await fetch(`${to}/blog`)
  const saved = await fetch(`${from}/admin/blog`, {
    method: 'POST',
    headers: { cookie, origin: from },
    body: new URLSearchParams({ intent: 'save', title: 'Under load', content: 'Text', published: 'on' }),
  })
  if (saved.status !== 200) throw new Error(`Publishing was answered with ${saved.status}.`)
  const start = performance.now()
  await until('the other shows the post', async () =>
    (await (await fetch(`${to}/blog`)).text()).includes('under-load'),
  )
  return performance.now() - start
}

/** Waits until the remaining instance has sent every mail, including those that the killed one had leased. */
async function untilSent(env: Record<string, string>, smtp: FakeSmtpServer) {
  const engine = await openDatabase(parseEnv(env))
  const sending = (...states: JobState[]) =>
    engine.db.selectFrom('job').where('name', '=', 'send-email').where('state', 'in', states)
  const idsOf = async (...states: JobState[]) =>
    (
      await sending(...states)
        .select('lease_token')
        .execute()
    ).map(({ lease_token }) => lease_token)
  await until('no mail waits', async () => (await idsOf('waiting')).length === 0)
  // Nobody works on jobs whose lease is unchanged after two seconds, so their lease of a minute is ended early.
  const held = await idsOf('running')
  await pause(2000)
  const left = (await idsOf('running')).filter((token) => held.includes(token))
  if (left.length > 0)
    await engine.db.updateTable('job').set({ lease_until: 0 }).where('lease_token', 'in', left).execute()
  await until('every mail is sent', async () => (await idsOf('waiting', 'running')).length === 0)
  const leads = await engine.db.selectFrom('lead').select('email').execute()
  const mails = await engine.db.selectFrom('email').select('id').execute()
  await engine.close()
  const ids = smtp.arrived.map(({ headers }) => headers.find(([name]) => name === 'message-id')?.[1])
  const arrived = new Set(ids).size
  return {
    leads: leads.map(({ email }) => email),
    mailsMissing: mails.length - arrived,
    mailsTwice: Math.max(0, ids.length - arrived - left.length),
  }
}

async function tokenFrom(url: string): Promise<string> {
  let token = ''
  await until('a form is fetched', async () => {
    token = await fetchFormToken(url).catch(() => '')
    return token !== ''
  })
  return token
}
