import { Agent, request } from 'node:http'

import { assertDefined } from '../app/lib/assert-defined.ts'
import { testOwner } from '../tests/support/owner-of-tests.ts'

export type Who = 'stranger' | 'owner'

/** The status is 0 if the connection ended without a response. */
export type Answer = { status: number; retryAfter: boolean; text: string }

const ANSWER_WITHIN = 90_000
/** In milliseconds: how long to read a stream of events, and a reply. */
const STREAM_LOOK = 50
const STREAM_LASTS = 5000
const KEPT = 512 * 1024

export type Hostile = {
  method?: string
  path: string
  headers?: Record<string, string | string[]>
  body?: string | Uint8Array
  as?: Who
}

export type Attacker = ReturnType<typeof createAttacker>

export function createAttacker(url: string) {
  const agent = new Agent({ keepAlive: true })
  let cookie = ''
  let made = 0

  const send = createSender(url, agent, () => cookie)

  return {
    url,
    send,
    form: (path: string, body: string, as: Who = 'stranger', method = 'POST') =>
      send({ method, path, body, as, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    json: (path: string, body: string, as: Who = 'stranger') =>
      send({ method: 'POST', path, body, as, headers: { 'content-type': 'application/json' } }),
    upload(
      path: string,
      file: Uint8Array,
      name: string,
      fields: Readonly<Record<string, string>> = {},
      { field, as }: { field: string; as: Who } = { field: 'file', as: 'owner' },
    ) {
      const boundary = 'attack-boundary-5d41402abc4b'
      const parts = Object.entries(fields).map(
        ([key, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
      )
      const head = `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
      const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
      return send({ method: 'POST', path, body, as, headers })
    },
    unique: () => `${process.pid}-${(made += 1)}`,
    async signIn(): Promise<void> {
      const response = await fetch(`${url}/admin/login`, {
        method: 'POST',
        body: new URLSearchParams(testOwner),
        headers: { origin: url },
        redirect: 'manual',
      })
      if (response.status !== 303) throw new Error(`Sign-in answered ${response.status}.`)
      const given = response.headers.get('set-cookie')?.split(';', 1)[0]
      cookie = assertDefined(given, 'a sign-in sets the cookie of its session')
    },
    cookie: () => cookie,
    close: () => agent.destroy(),
  }
}

function createSender(url: string, agent: Agent, ownersCookie: () => string) {
  return ({ method = 'GET', path, headers = {}, body = '', as = 'stranger' }: Hostile): Promise<Answer> =>
    new Promise((resolve) => {
      let settled = false
      const settle = (answer: Answer) => {
        if (!settled) resolve(answer)
        settled = true
      }
      const isWrite = method !== 'GET' && method !== 'HEAD'
      const asked = request(`${url}/`, {
        agent,
        path,
        method,
        timeout: ANSWER_WITHIN,
        headers: {
          ...(isWrite && { origin: url, 'content-length': Buffer.byteLength(body) }),
          ...(as === 'owner' && ownersCookie() && { cookie: ownersCookie() }),
          ...headers,
        },
      })
      asked.on('response', (response) => {
        const { statusCode: status = 0, headers: given } = response
        let text = ''
        response.on('data', (chunk: Buffer) => {
          if (text.length < KEPT) text += chunk.toString()
        })
        const done = () => settle({ status, retryAfter: given['retry-after'] !== undefined, text })
        response.on('end', done)
        response.on('close', done)
        if (given['content-type']?.startsWith('text/event-stream'))
          setTimeout(() => asked.destroy(), method === 'GET' ? STREAM_LOOK : STREAM_LASTS)
      })
      asked.on('timeout', () => asked.destroy(new Error('No answer came in time.')))
      asked.on('error', (error) => settle({ status: 0, retryAfter: false, text: String(error) }))
      asked.end(body)
    })
}
