import { Agent, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

import { cpuSeconds, residentMegabytes, percentile, type Row } from '../bench/measure.ts'
import { startAiProvider } from '../tests/fakes/ai-provider/server.ts'
import { startAppServer } from '../tests/support/app-server.ts'
import { postChat, storeProviderKey } from '../tests/support/chat-server.ts'
import { sendInquiry } from '../tests/support/send-inquiry.ts'
import { createTestDatabase } from '../tests/support/test-database.ts'

import { secret, timesOf } from './figures.ts'
import { countIn } from './inquiry-load.ts'

const VISITORS = 1000
/** In milliseconds. */
const STAY = 20_000
const LOOK = 1000
/** In milliseconds. This process's own event loop delay is subtracted. */
const LOOP_LOOK = 5

const pages = ['/', '/services', '/services/ai-chatbots', '/about', '/blog', '/contact', '/privacy']
const reply = Array.from({ length: 40 }, (_, n) => `word ${n} `)

type Seen = { pages: number[]; statuses: Map<number, number>; chats: number; inquiries: number }

/** Measures the second crowd, when the code is compiled and caches are filled. */
export async function faceCrowd(): Promise<Row[]> {
  const ai = await startAiProvider({ reply: () => ({ kind: 'slow', text: reply, pause: 50 }) })
  const database = await createTestDatabase('sqlite')
  const env = { ...database.env, ...ai.env, APP_SECRET: secret, LIMITS: 'off', LOG_LEVEL: 'fatal' }
  await storeProviderKey(env)
  const app = await startAppServer(env)
  await crowd(app.url)
  const settled = residentMegabytes(app)
  const used = cpuSeconds(app)
  const delay = monitorEventLoopDelay({ resolution: LOOP_LOOK })
  delay.enable()
  const seen = await crowd(app.url)
  delay.disable()
  const spent = cpuSeconds(app) - used
  const after = residentMegabytes(app)
  await app.stop()
  await ai.close()
  await database.drop()
  const faults = [...seen.statuses].filter(([status]) => status === 0 || status >= 500)
  const fast = percentile(seen.pages, 0.95)
  return [
    {
      what: `${VISITORS} visitors at once, a tenth chatting, a hundredth writing, for ${STAY / 1000} s`,
      measured: `${seen.pages.length} pages, ${seen.chats} replies, ${seen.inquiries} inquiries, ${faults.reduce((sum, [, count]) => sum + count, 0)} 5xx or cut; a page ${timesOf(seen.pages)}, of which the crowd's own process was late by ${(delay.percentile(95) / 1e6 - LOOP_LOOK).toFixed(0)} ms p95; the server used ${spent.toFixed(1)} s of a core`,
      target: '0 5xx, pages under 500 ms p95',
      ok: faults.length === 0 && fast < 500,
    },
    {
      what: 'Memory (RSS) after the second such crowd against the first',
      measured: `${after.toFixed(0)} MB against ${settled.toFixed(0)} MB`,
      target: 'at most a fifth more',
      ok: after < settled * 1.2,
    },
  ]
}

async function crowd(url: string): Promise<Seen> {
  const seen: Seen = { pages: [], statuses: new Map(), chats: 0, inquiries: 0 }
  const until = performance.now() + STAY
  await Promise.all(Array.from({ length: VISITORS }, (_, n) => visit(url, n, until, seen)))
  return seen
}

async function visit(url: string, n: number, until: number, seen: Seen): Promise<void> {
  await pause(Math.random() * 1000)
  const chats = n % 10 === 0 ? chat(url, until, seen) : null
  for (let view = n; performance.now() < until; view += 1) {
    const path = pages[view % pages.length] ?? '/'
    const start = performance.now()
    await ask(seen, url + path)
    seen.pages.push(performance.now() - start)
    const body = JSON.stringify({ u: url + path, r: '', z: 'Europe/Berlin', w: false })
    await ask(seen, `${url}/api/pulse`, body)
    if (n % 100 === 1) {
      await note(seen, sendInquiry(url))
      seen.inquiries += 1
    }
    await pause(LOOK * (1 + Math.random()))
  }
  await chats
}

async function chat(url: string, until: number, seen: Seen): Promise<void> {
  while (performance.now() < until) {
    await note(seen, postChat(url, { conversationId: null, message: 'What do you do?' }))
    seen.chats += 1
    await pause(LOOK)
  }
}

/** A thousand `fetch` calls would take more CPU time here than in the server. */
const agent = new Agent({ keepAlive: true })

/** Reads the response to its end and counts its status; 0 if there was none. */
function ask(seen: Seen, url: string, body?: string): Promise<void> {
  return new Promise((resolve) => {
    const over = (status: number) => {
      countIn(seen.statuses, status)
      resolve()
    }
    const asked = request(url, { agent, method: body ? 'POST' : 'GET', headers: { 'accept-encoding': 'br' } })
    asked.once('error', () => over(0))
    asked.once('response', (response) => {
      response.resume().once('end', () => over(response.statusCode ?? 0))
    })
    asked.end(body)
  })
}

async function note(seen: Seen, asked: Promise<Response>): Promise<void> {
  const status = await asked.then(
    async (response) => (await response.arrayBuffer(), response.status),
    () => 0,
  )
  countIn(seen.statuses, status)
}
