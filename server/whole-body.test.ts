import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, expect, test } from 'vitest'

import { awaitSmallBody } from './whole-body.ts'

const MOST = 1024
const server = createServer((request, response) => {
  awaitSmallBody(request, MOST, () => {
    response.end(
      `${request.readableEnded ? 'whole' : 'unread'} ${String(Reflect.get(request, 'rawBody') ?? '')}`,
    )
    request.resume()
  })
})

afterEach(() => server.close())

/** Returns the response's text, and whether it came before the body's last part was sent. */
async function post(parts: readonly string[], length?: number): Promise<{ text: string; isEarly: boolean }> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { promise, resolve, reject } = Promise.withResolvers<{ text: string; isEarly: boolean }>()
  const headers = length === undefined ? {} : { 'content-length': length }
  const { port } = server.address() as AddressInfo
  const request = send({ port, host: '127.0.0.1', method: 'POST', headers }, (response) => {
    const isEarly = !request.writableEnded
    if (isEarly) request.end(parts.at(-1))
    response.setEncoding('utf8')
    let text = ''
    response.on('data', (chunk: string) => (text += chunk))
    response.on('end', () => resolve({ text, isEarly }))
  })
  request.on('error', reject)
  for (const part of parts.slice(0, -1)) request.write(part)
  // A body that is awaited whole gets its response only after its last part.
  if (length !== undefined && length <= MOST) setImmediate(() => request.end(parts.at(-1)))
  return promise
}

test('a small body is handed on whole, however it comes', async () => {
  expect(await post(['name=', 'Ada', '&x=1'], 12)).toEqual({ text: 'whole name=Ada&x=1', isEarly: false })
})

test('a longer body, and one without a length, is left to be read later', async () => {
  expect(await post(['a'.repeat(MOST), 'b'], MOST + 1)).toEqual({ text: 'unread ', isEarly: true })
  expect(await post(['a', 'b'])).toEqual({ text: 'unread ', isEarly: true })
})
