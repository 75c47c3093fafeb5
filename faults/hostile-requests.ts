import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { assertDefined } from '../app/lib/assert-defined.ts'
import { residentMegabytes, percentile, type Row } from '../bench/measure.ts'
import { inquiryFields } from '../tests/factories/inquiry.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'
import { createTestDatabase } from '../tests/support/test-database.ts'

import { secret } from './figures.ts'

const ROUNDS = 30
const SLOW_SOCKETS = 200

type Attack = [what: string, statuses: readonly number[], send: (app: AppServer) => Promise<number>]

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const attacks: Attack[] = [
  // The client may not read the response, because it is still sending.
  ['a body of 100 MB, chunked', [413, 0], (app) => sendEndlessBody(app, 100)],
  [
    '10,000 header bytes',
    [431],
    (app) => raw(app, `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(10_000)}\r\n\r\n`),
  ],
  ['JSON 8,000 deep', [400], (app) => post(app, '/api/chat', `${'['.repeat(8000)}${']'.repeat(8000)}`, json)],
  [
    'JSON with __proto__',
    [400],
    (app) =>
      post(app, '/api/chat', '{"conversationId":null,"message":"Hello","__proto__":{"actor":1}}', json),
  ],
  [
    'a form with __proto__ alone',
    [400],
    (app) => post(app, '/api/inquiries', '__proto__=1&constructor=2', form),
  ],
  ['NUL in a form', [400], (app) => post(app, '/api/inquiries', fields({ name: 'Ada\0' }), form)],
  [
    'NUL in JSON',
    [400],
    (app) => post(app, '/api/chat', '{"conversationId":null,"message":"Hel\\u0000lo"}', json),
  ],
  [
    'a lone surrogate in JSON',
    [400],
    (app) => post(app, '/api/chat', '{"conversationId":null,"message":"\\ud800"}', json),
  ],
  [
    'a lone surrogate in a form, as bytes',
    [400],
    (app) => post(app, '/api/inquiries', `${fields({ message: '' })}%ED%A0%80`, form),
  ],
]

export async function faceHostileRequests(): Promise<Row[]> {
  const database = await createTestDatabase('sqlite')
  const app = await startAppServer({ ...database.env, APP_SECRET: secret, LIMITS: 'off', LOG_LEVEL: 'fatal' })
  const others = await watchOthers(app)
  const rows: Row[] = []
  const found = new Map<string, Set<number>>()
  const round = async () => {
    for (const [what, , send] of attacks) found.set(what, (found.get(what) ?? new Set()).add(await send(app)))
  }
  for (let n = 0; n < ROUNDS / 3; n += 1) await round()
  const settled = residentMegabytes(app)
  for (let n = 0; n < (ROUNDS / 3) * 2; n += 1) await round()
  for (const [what, statuses] of attacks) {
    const got = [...assertDefined(found.get(what), 'every attack was sent')]
    rows.push({
      what: `${what}, ${ROUNDS} times`,
      measured: got.map((status) => (status === 0 ? 'dropped' : status)).join(', '),
      target: statuses.map((status) => (status === 0 ? 'dropped' : status)).join(' or '),
      ok: got.every((status) => statuses.includes(status)),
    })
  }
  const slow = await sendSlowHeaders(app)
  const after = residentMegabytes(app)
  const { times, failures } = await others.stop()
  await app.stop()
  await database.drop()
  return [
    ...rows,
    {
      what: `${SLOW_SOCKETS} connections that send a header byte a second`,
      measured: `${slow.dropped} dropped, the last after ${(slow.last / 1000).toFixed(1)} s`,
      target: 'dropped',
      ok: slow.dropped === SLOW_SOCKETS && slow.last < 15_000,
    },
    {
      what: 'Memory (RSS) after all of that against a third of it',
      measured: `${after.toFixed(0)} MB against ${settled.toFixed(0)} MB`,
      target: 'at most a fifth more',
      ok: after < settled * 1.2,
    },
    {
      what: 'Other visitors meanwhile',
      measured: `${times.length} pages, ${failures} failures, ${percentile(times, 0.95).toFixed(0)} ms p95`,
      target: 'unharmed: 0 failures, under 500 ms p95',
      ok: failures === 0 && percentile(times, 0.95) < 500,
    },
  ]
}

function fields(overrides: Record<string, string>): string {
  return new URLSearchParams(inquiryFields(overrides)).toString()
}

async function post({ url }: AppServer, path: string, body: string, headers: Record<string, string>) {
  const response = await fetch(url + path, { method: 'POST', body, headers: { origin: url, ...headers } })
  await response.arrayBuffer()
  return response.status
}

function open({ url }: AppServer): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  return socket
}

/** `once` would reject on the expected reset. */
function closingOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

async function raw(app: AppServer, bytes: string): Promise<number> {
  const socket = open(app)
  const answer = statusOf(socket)
  socket.write(bytes)
  return answer
}

async function statusOf(socket: Socket): Promise<number> {
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString()
  })
  await closingOf(socket)
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
}

async function sendEndlessBody(app: AppServer, megabytes: number): Promise<number> {
  const socket = open(app)
  const answer = statusOf(socket)
  socket.write(
    `POST /api/inquiries HTTP/1.1\r\nhost: x\r\ncontent-type: ${form['content-type']}\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  const chunk = `100000\r\n${'x'.repeat(0x10_00_00)}\r\n`
  for (let n = 0; n < megabytes && socket.writable; n += 1)
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), closingOf(socket)])
  socket.end()
  return answer
}

async function sendSlowHeaders(app: AppServer): Promise<{ dropped: number; last: number }> {
  const start = performance.now()
  const closings = Array.from({ length: SLOW_SOCKETS }, async () => {
    const socket = open(app)
    const closed = closingOf(socket)
    // An unread response would keep the connection open.
    socket.resume()
    socket.write('GET / HTTP/1.1\r\nx-slow: ')
    const drip = setInterval(() => socket.write('x'), 1000)
    await Promise.race([closed, pause(30_000)])
    clearInterval(drip)
    const isDropped = socket.destroyed
    socket.destroy()
    return isDropped ? performance.now() - start : null
  })
  const dropped = (await Promise.all(closings)).filter((time) => time !== null)
  return { dropped: dropped.length, last: Math.max(...dropped) }
}

async function watchOthers({ url }: AppServer) {
  const times: number[] = []
  let failures = 0
  let isOver = false
  const visit = async () => {
    while (!isOver) {
      const start = performance.now()
      const ok = await fetch(`${url}/contact`).then(
        async (response) => (await response.arrayBuffer(), response.ok),
        () => false,
      )
      times.push(performance.now() - start)
      if (!ok) failures += 1
      await pause(50)
    }
  }
  const visiting = visit()
  return {
    async stop() {
      isOver = true
      await visiting
      return { times, failures }
    },
  }
}
