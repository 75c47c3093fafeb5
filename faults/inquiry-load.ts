import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { percentile } from '../bench/measure.ts'

/** The status is 0 if there was no response. */
export type Met = { milliseconds: number[]; statuses: Map<number, number> }

export function takenOf({ statuses }: Pick<Met, 'statuses'>): number {
  return statuses.get(200) ?? 0
}

export function countIn(counts: Map<number, number>, status: number, times = 1): void {
  counts.set(status, (counts.get(status) ?? 0) + times)
}

const WARM_UP = 5000

let made = 0

async function send(url: string, agent: Agent, met: Met): Promise<void> {
  made += 1
  const body = new URLSearchParams({
    name: `Visitor ${made}`,
    email: `visitor${made}.${process.pid}@example.com`,
    message: `Message ${made} of a visitor who has a question about your services.`,
    consent: 'on',
  }).toString()
  const since = performance.now()
  const status = await new Promise<number>((resolve) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = request(`${url}/api/inquiries`, { method: 'POST', agent, headers, timeout: 60_000 })
    sent.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
  met.milliseconds.push(performance.now() - since)
  countIn(met.statuses, status)
}

/** Sends at a fixed rate, without waiting for responses, until `until` settles. */
export async function sendAtRate(url: string, perSecond: number, until: Promise<unknown>): Promise<Met> {
  const met: Met = { milliseconds: [], statuses: new Map() }
  const agent = new Agent({ keepAlive: true })
  const open: Promise<void>[] = []
  let isOver = false
  const over = until.finally(() => (isOver = true))
  while (!isOver) {
    open.push(send(url, agent, met))
    await pause(1000 / perSecond)
  }
  await Promise.all([...open, over])
  agent.destroy()
  return met
}

/** Measures after a warm-up, in which the server reads its own site. The statuses include the warm-up. */
export async function sendQuietly(url: string, perSecond: number): Promise<Met> {
  const { statuses } = await sendAtRate(url, perSecond, pause(WARM_UP))
  const met = await sendAtRate(url, perSecond, pause(5000))
  for (const [status, n] of statuses) countIn(met.statuses, status, n)
  return met
}

export async function sendOnce(url: string, count: number): Promise<Met> {
  const met: Met = { milliseconds: [], statuses: new Map() }
  const agent = new Agent({ keepAlive: true })
  await Promise.all(Array.from({ length: count }, () => send(url, agent, met)))
  agent.destroy()
  return met
}

export async function sendFlatOut(
  urls: readonly string[],
  connections: number,
  milliseconds: number,
): Promise<Met> {
  const met: Met = { milliseconds: [], statuses: new Map() }
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + milliseconds
  const clients = urls.flatMap((url) => Array.from({ length: connections }, () => url))
  await Promise.all(
    clients.map(async (url) => {
      while (performance.now() < end) await send(url, agent, met)
    }),
  )
  agent.destroy()
  return met
}

export function describeMet({ milliseconds, statuses }: Met): string {
  const others = [...statuses].filter(([status]) => status !== 200)
  return [
    `${takenOf({ statuses })} taken`,
    ...others.map(([status, n]) => `${n} answered with ${status}`),
    `${percentile(milliseconds, 0.99).toFixed(0)} ms p99`,
  ].join(', ')
}
