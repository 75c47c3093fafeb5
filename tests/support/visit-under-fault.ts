import { setTimeout as pause } from 'node:timers/promises'

import { INSTANCE_HEADER } from './proxies.ts'
import { fetchFormToken, sendInquiry } from './send-inquiry.ts'
import type { TwoInstances } from './two-instances.ts'
import { until } from './until.ts'

/** Pages that visitors share, which every instance keeps once it has shown them. */
export const keptPages = ['/', '/contact', '/services']

/** A form waits so long for an answer before it sends again. */
const ANSWER_WITHIN = 8000

export type Attempt = { startedAt: number; milliseconds: number; status: number; instance: string }

export type Visits = {
  pages: Attempt[]
  /** Every request that sent an inquiry, repeated ones included. */
  sendings: Attempt[]
  acknowledged: string[]
}

export type Stream = {
  visits: Visits
  /** Sends no more, and resolves once every inquiry is acknowledged. */
  end(): Promise<void>
}

/** Visitors who come through the proxy: each second so many inquiries, sent again as the form does it, and half as many kept pages. */
export function visitThrough(url: string, perSecond: number): Stream {
  const visits: Visits = { pages: [], sendings: [], acknowledged: [] }
  const underWay = new Set<Promise<void>>()
  let sent = 0
  const timer = setInterval(() => {
    sent += 1
    const tasks = [inquire(url, `fault-${sent}@example.com`, visits)]
    if (sent % 2 === 0) tasks.push(readPage(url, sent / 2, visits))
    for (const task of tasks) {
      underWay.add(task)
      void task.finally(() => underWay.delete(task))
    }
  }, 1000 / perSecond)
  return {
    visits,
    async end() {
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}

async function inquire(url: string, email: string, visits: Visits): Promise<void> {
  const token = await tokenFrom(url)
  const once = () =>
    attempt(
      (signal) => sendInquiry(url, { email, token, message: `From ${email}.` }, {}, signal),
      visits.sendings,
    )
  while ((await once()) !== 200) await pause(250)
  visits.acknowledged.push(email)
}

async function readPage(url: string, nth: number, visits: Visits): Promise<void> {
  const path = keptPages[nth % keptPages.length]
  await attempt((signal) => fetch(`${url}${path}`, { signal }), visits.pages)
}

async function attempt(
  ask: (signal: AbortSignal) => Promise<Response>,
  attempts: Attempt[],
): Promise<number> {
  const startedAt = performance.now()
  const answered = await ask(AbortSignal.timeout(ANSWER_WITHIN)).then(
    async (response) => {
      await response.arrayBuffer()
      return { status: response.status, instance: response.headers.get(INSTANCE_HEADER) ?? '' }
    },
    () => ({ status: 0, instance: '' }),
  )
  attempts.push({ startedAt, milliseconds: performance.now() - startedAt, ...answered })
  return answered.status
}

async function tokenFrom(url: string): Promise<string> {
  let token = ''
  await until('a form is fetched', async () => {
    token = await fetchFormToken(url, AbortSignal.timeout(ANSWER_WITHIN)).catch(() => '')
    return token !== ''
  })
  return token
}

/** So that both have every kept page in memory before something fails. */
export async function showKeptPages({ first, second }: TwoInstances): Promise<void> {
  for (const { url } of [first, second])
    for (const path of keptPages) await (await fetch(url + path)).arrayBuffer()
}
