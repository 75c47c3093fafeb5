import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import type { FakeSmtpServer } from '#tests/fakes/smtp-server.ts'

import { signInByHttp } from './owner-of-tests.ts'
import { fetchFormToken, sendInquiry } from './send-inquiry.ts'
import type { TwoInstances } from './two-instances.ts'

export type KilledInstance = {
  acknowledged: number
  lost: string[]
  doubled: number
  /** Requests that the proxy answered with an error, which were sent again: those that the killed instance had. */
  cut: number
  /** Mails that arrived more than once. */
  mailsTwice: number
  /** Milliseconds until a post published on the one instance was on the other's page. */
  visibleAfter: number
  sessionHeld: boolean
}

const PER_SECOND = 50

/**
 * Inquiries through the proxy while the first instance publishes a post and is then killed; it ends once the second has
 * sent the mails of all that came after.
 */
export async function killOneInstance(two: TwoInstances, smtp: FakeSmtpServer): Promise<KilledInstance> {
  const { first, second, proxy } = two
  const cookie = await signInByHttp(first.url)
  const sent: { email: string; acknowledged: boolean }[] = []
  const underWay: Promise<void>[] = []
  let cut = 0
  const send = async (one: (typeof sent)[number]) => {
    const token = await untilFetched(() => fetchFormToken(proxy.url))
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
  await until(() => acknowledged().length > 50)

  const visibleAfter = await publish(first.url, second.url, cookie)
  await until(() => acknowledged().length > 100)
  await first.stop('SIGKILL')
  const atKill = acknowledged().length
  await until(() => acknowledged().length > atKill + 100)
  clearInterval(stream)
  await Promise.all(underWay)

  const page = await fetch(`${proxy.url}/admin/leads`, { headers: { cookie }, redirect: 'manual' })
  const { leads, emails } = await stored(two.env, smtp)
  return {
    acknowledged: acknowledged().length,
    lost: acknowledged()
      .filter(({ email }) => !leads.includes(email))
      .map(({ email }) => email),
    doubled: leads.length - new Set(leads).size,
    cut,
    mailsTwice: emails,
    visibleAfter,
    sessionHeld: page.status === 200,
  }
}

/** Publishes on one instance, and resolves with the time until the other's list shows it. */
async function publish(from: string, to: string, cookie: string): Promise<number> {
  await fetch(`${to}/blog`)
  const saved = await fetch(`${from}/admin/blog`, {
    method: 'POST',
    headers: { cookie, origin: from },
    body: new URLSearchParams({ intent: 'save', title: 'Under load', content: 'Text', published: 'on' }),
  })
  if (saved.status !== 200) throw new Error(`Publishing was answered with ${saved.status}.`)
  const start = performance.now()
  await until(async () => (await (await fetch(`${to}/blog`)).text()).includes('under-load'))
  return performance.now() - start
}

/** Waits until the living instance has sent every mail but those that the killed one had taken. */
async function stored(env: Record<string, string>, smtp: FakeSmtpServer) {
  const engine = await openDatabase(parseEnv(env))
  const waiting = () =>
    engine.db.selectFrom('job').select('id').where('state', '=', 'waiting').where('name', '=', 'send-email')
  await until(async () => (await waiting().execute()).length === 0)
  const leads = await engine.db.selectFrom('lead').select('email').execute()
  await engine.close()
  const ids = smtp.arrived.map(({ headers }) => headers.find(([name]) => name === 'message-id')?.[1])
  return { leads: leads.map(({ email }) => email), emails: ids.length - new Set(ids).size }
}

async function untilFetched<Result>(fetchIt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await fetchIt()
    } catch {
      await pause(100)
    }
  }
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await pause(10)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
