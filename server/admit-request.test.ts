import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { isAllowedWrite, limitBodyTime } from './admit-request.ts'

async function connectTo(milliseconds: number): Promise<Socket> {
  const server = createServer((request, response) => {
    limitBodyTime(request, milliseconds)
    request.on('error', () => {})
    request.resume().once('end', () => response.end('whole'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return socket
}

test.each(['content-length: 10', 'transfer-encoding: chunked'])(
  'an unfinished body (%s) is not awaited',
  async (header) => {
    const socket = await connectTo(50)
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n1\r\na`)
    await once(socket, 'close', { signal: AbortSignal.timeout(5000) })
    expect(socket.bytesRead).toBe(0)
  },
)

test('what comes in time is answered, and its connection lives on past the limit', async () => {
  const socket = await connectTo(50)
  for (const body of ['0123456789', 'abcdefghij']) {
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n${body}`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toContain('whole')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(socket.destroyed).toBe(false)
})

const options = { publicUrl: 'https://agency.example', sessionCookie: 'foyer_session' }
const session = { cookie: 'theme=dark; __Host-foyer_session=token' }

function isAllowed(headers: Record<string, string>, method = 'POST', isOpen = false): boolean {
  const request = new Request('http://127.0.0.1:3000/contact', {
    method,
    headers: { host: 'agency.example', ...headers },
  })
  return isAllowedWrite(request, { ...options, isOpen })
}

test('reading is allowed from everywhere', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(isAllowed({ origin: 'https://evil.example', ...session }, method), method).toBe(true)
})

test('a write of the site itself is allowed, by its public address or the host it was asked by', () => {
  expect(isAllowed({ origin: 'https://agency.example', ...session })).toBe(true)
  expect(isAllowed({ origin: 'https://agency.example', host: '10.0.0.5:3000' })).toBe(true)
  expect(isAllowed({ origin: 'http://localhost:3000', host: 'localhost:3000', ...session })).toBe(true)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s from another origin is refused', (method) => {
  for (const origin of [
    'https://evil.example',
    'https://agency.example.evil.example',
    'https://sub.agency.example',
    'https://agency.example:8443',
    'null',
    'agency.example',
    '',
  ]) {
    expect(isAllowed({ origin, ...session }, method), origin).toBe(false)
    expect(isAllowed({ origin }, method), origin).toBe(false)
  }
})

test('a write that names no origin is refused where it brings the session', () => {
  expect(isAllowed(session)).toBe(false)
  expect(isAllowed({ cookie: 'foyer_session=token' })).toBe(false)
  expect(isAllowed({ 'sec-fetch-site': 'same-origin', ...session })).toBe(false)
})

test('a write that names no origin and brings no session is allowed unless it is cross-site', () => {
  expect(isAllowed({})).toBe(true)
  expect(isAllowed({ cookie: 'theme=dark', 'sec-fetch-site': 'same-origin' })).toBe(true)
  expect(isAllowed({ 'sec-fetch-site': 'cross-site' })).toBe(false)
})

test('programs of other sites write where it is open to them, unless they bring the session', () => {
  const foreign = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
  expect(isAllowed(foreign, 'POST', true)).toBe(true)
  expect(isAllowed({ ...foreign, ...session }, 'POST', true)).toBe(false)
})
