import { setTimeout as pause } from 'node:timers/promises'

import { assertDefined } from '../app/lib/assert-defined.ts'
import { percentile, type Row } from '../bench/measure.ts'
import { countLeads } from '../tests/support/count-leads.ts'
import { type FaultyLine, startFaultyLine } from '../tests/support/faulty-line.ts'
import { type ProxyKind, proxyKinds, whyNoProxy } from '../tests/support/proxies.ts'
import { type Attempt, showKeptPages, visitThrough } from '../tests/support/visit-under-fault.ts'
import { startTwoInstances, type TwoInstances } from '../tests/support/two-instances.ts'

import { onPostgres, secret } from './figures.ts'

const PER_SECOND = 20
const FAULT_LASTS = 15_000
/** In milliseconds, each way. */
const DELAY = 50

type Fault = {
  name: string
  begin(two: TwoWithLines): void
  end(two: TwoWithLines): void
}

type TwoWithLines = TwoInstances & { lines: readonly [FaultyLine, FaultyLine] }

const faults: readonly Fault[] = [
  {
    name: 'one frozen (SIGSTOP)',
    begin: ({ first }) => void first.process.kill('SIGSTOP'),
    end: ({ first }) => void first.process.kill('SIGCONT'),
  },
  {
    name: `the database ${2 * DELAY} ms away from one`,
    begin: ({ lines: [line] }) => line.delay(DELAY),
    end: ({ lines: [line] }) => line.delay(0),
  },
  {
    name: 'the network cut between one and the database',
    begin: ({ lines: [line] }) => line.cut(),
    end: ({ lines: [line] }) => line.mend(),
  },
]

const target = 'inquiries on the other under 200 ms p99, every kept page 200, 0 acknowledged lost, 0 doubled'

/** Freezes, slows and disconnects one of two instances, behind each proxy with a configuration in deploy/. */
export async function degradeOneOfTwo(): Promise<Row[]> {
  return onPostgres('One of two instances degraded', async () => {
    const rows: Row[] = []
    for (const kind of proxyKinds) {
      const reason = whyNoProxy(kind)
      const what = `Two instances behind ${kind}`
      if (reason) rows.push({ what, measured: `NOT RUN: ${reason}`, target, ok: false })
      else rows.push(...(await behind(kind, what)))
    }
    return rows
  })
}

async function behind(kind: ProxyKind, what: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const fault of faults)
    rows.push(await withTwo(kind, (two) => rowOf(`${what}, ${fault.name}`, fault, two)))
  const cut = `${what}, the network cut between both and the database`
  rows.push(await withTwo(kind, (two) => withoutDatabase(cut, two)))
  return rows
}

async function withTwo(kind: ProxyKind, measure: (two: TwoWithLines) => Promise<Row>): Promise<Row> {
  const { hostname, port } = new URL(assertDefined(process.env['TEST_DATABASE_URL'], 'onPostgres checked it'))
  const startLine = () => startFaultyLine(Number(port || 5432), hostname)
  const lines = [await startLine(), await startLine()] as const
  const two = await startTwoInstances(
    { APP_SECRET: secret, LIMITS: 'off', LOG_LEVEL: 'fatal' },
    { proxy: kind, lines },
  )
  try {
    await showKeptPages(two)
    return await measure({ ...two, lines })
  } finally {
    await two.stop()
    await Promise.all(lines.map((line) => line.close()))
  }
}

async function rowOf(what: string, fault: Fault, two: TwoWithLines): Promise<Row> {
  const stream = visitThrough(two.proxy.url, PER_SECOND)
  await pause(2000)
  fault.begin(two)
  const begun = performance.now()
  await pause(FAULT_LASTS).finally(() => fault.end(two))
  const ended = performance.now()
  await stream.end()
  const { pages, sendings, acknowledged } = stream.visits
  const during = ({ startedAt }: Attempt) => startedAt >= begun && startedAt < ended
  const onOther = sendings.filter((one) => during(one) && one.instance === instanceOf(two.second))
  const p99 = percentile(
    onOther.map(({ milliseconds }) => milliseconds),
    0.99,
  )
  const again = sendings.filter(({ status }) => status !== 200)
  const lastAgain = Math.max(begun, ...again.filter(during).map(({ startedAt }) => startedAt))
  const notShown = pages.filter(({ status }) => status !== 200).length
  const stored = await countLeads(two.env)
  const lost = Math.max(0, acknowledged.length - stored)
  const doubled = Math.max(0, stored - acknowledged.length)
  return {
    what,
    measured: `inquiries on the other ${p99.toFixed(0)} ms p99 of ${onOther.length}; ${again.length} sent again, the last ${((lastAgain - begun) / 1000).toFixed(1)} s after it began; ${acknowledged.length} acknowledged, ${lost} lost, ${doubled} doubled; pages ${pages.length}, not 200: ${notShown}, the slowest ${slowest(pages)}`,
    target,
    ok: p99 < 200 && onOther.length > 0 && notShown + lost + doubled === 0,
  }
}

async function withoutDatabase(what: string, two: TwoWithLines): Promise<Row> {
  for (const line of two.lines) line.cut()
  const stream = visitThrough(two.proxy.url, PER_SECOND)
  await pause(FAULT_LASTS)
  const uncached = await fetch(`${two.proxy.url}/blog?page=2`)
  const sentence = (await uncached.text()).includes('Our database cannot do this right now.')
  for (const line of two.lines) line.mend()
  await stream.end()
  const { pages, sendings, acknowledged } = stream.visits
  const notShown = pages.filter(({ status }) => status !== 200).length
  const refused = sendings.filter(({ status }) => status === 503).length
  const otherwise = sendings.filter(({ status }) => status !== 503 && status !== 200).length
  const stored = await countLeads(two.env)
  return {
    what,
    measured: `pages ${pages.length}, not 200: ${notShown}, the slowest ${slowest(pages)}; a page not kept ${uncached.status}${sentence ? ' with a sentence' : ''}; sendings 503: ${refused}, otherwise refused: ${otherwise}; afterwards ${acknowledged.length} acknowledged, ${stored} stored`,
    target:
      'every kept page 200, a page not kept 503 with a sentence, each inquiry acknowledged once it is back and stored once',
    ok:
      notShown === 0 &&
      uncached.status === 503 &&
      sentence &&
      stored === acknowledged.length &&
      otherwise === 0,
  }
}

function instanceOf({ url }: { url: string }): string {
  return `127.0.0.1:${new URL(url).port}`
}

function slowest(pages: readonly Attempt[]): string {
  return `${Math.max(...pages.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms`
}
