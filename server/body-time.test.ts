import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { limitBodyTime } from './body-time.ts'

/** A server that waits for each body to its end; returns a connection to it. */
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
  'a body (%s) that does not come is not waited for',
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
