import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import { startAppServer } from './app-server.ts'
import { fetchFormToken, sendInquiry } from './send-inquiry.ts'

export type ShippingCost = { inquiries: number; cpuSeconds: number; rss: number }

const INQUIRIES = 1000
const PER_SECOND = 50
/** Linux counts CPU time in hundredths of a second. */
const TICKS = 100

/** Measures the CPU time that a server and its threads spend on a number of inquiries. */
export async function costOfShipping(variables: Record<string, string>): Promise<ShippingCost> {
  const server = await startAppServer({
    ...variables,
    NODE_ENV: 'production',
    LIMITS: 'off',
    LOG_LEVEL: 'fatal',
  })
  const { pid = 0 } = server.process
  // Waits until the start costs nothing more.
  await pause(3000)
  const before = cpuSecondsOf(pid)
  const underWay: Promise<Response>[] = []
  for (let sent = 0; sent < INQUIRIES; sent += 1) {
    underWay.push(
      fetchFormToken(server.url).then((token) =>
        sendInquiry(server.url, { email: `cost-${sent}@example.com`, token }),
      ),
    )
    await pause(1000 / PER_SECOND)
  }
  const answers = await Promise.all(underWay)
  await pause(3000)
  const cpuSeconds = cpuSecondsOf(pid) - before
  const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  await server.stop()
  return { inquiries: answers.filter(({ ok }) => ok).length, cpuSeconds, rss }
}

function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
