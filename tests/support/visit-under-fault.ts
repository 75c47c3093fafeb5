import { setTimeout as pause } from 'node:timers/promises'

import { INSTANCE_HEADER } from './proxies.ts'
import { fetchFormToken, sendInquiry } from './send-inquiry.ts'
import type { TwoInstances } from './two-instances.ts'
import { until } from './until.ts'

/** Pages that are the same for all visitors, which every instance caches. */
export const keptPages = ['/', '/contact', '/services']

/** Milliseconds that the form waits for a response before it sends again. */
const ANSWER_WITHIN = 8000

export type Attempt = { startedAt: number; milliseconds: number; status: number; instance: string }

export type Visits = {
  pages: Attempt[]
  /** All requests that sent an inquiry, including repeated ones. */
  sendings: Attempt[]
  acknowledged: string[]
}

export type Stream = {
  visits: Visits
  /** Stops sending, and resolves when every inquiry is acknowledged. */
  end(): Promise<void>
}

/** Sends `perSecond` inquiries a second through the proxy, retried as by the form, and half as many page requests. */
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

/** Makes both instances cache every page before something fails. */
export async function showKeptPages({ first, second }: TwoInstances): Promise<void> {
  for (const { url } of [first, second])
    for (const path of keptPages) await (await fetch(url + path)).arrayBuffer()
}
