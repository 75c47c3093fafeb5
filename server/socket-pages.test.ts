import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { KEEP_ALIVE_MS } from './http-server.ts'
import { PageCache } from './page-cache.ts'
import { answerPagesOnSockets } from './socket-pages.ts'
import { createTurns } from './turns.ts'

async function startServer() {
  const pages = new PageCache({
    sessionCookie: 's',
    queryKeys: () => ({}),
    isCanonical: () => true,
    headers: { 'x-common': '1' },
  })
  const byHttp: string[] = []
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    byHttp.push(`${request.method} ${request.url}`)
    request.resume()
    const key = pages.keyOf(request.method, request.url ?? '/', request.headers.cookie)
    if (key === null || !pages.serve(key, request, response)) response.end('not kept')
  })
  const noticed: string[] = []
  const notice = (path: string, agent: string) => noticed.push(`${path} ${agent}`)
  const stop = answerPagesOnSockets(server, { pages, turn: createTurns(), notice })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    stop()
    server.close()
  })
  await pages.fill('/', undefined, async () => page('kept'))
  return { server, pages, byHttp, noticed, stop, port: (server.address() as AddressInfo).port }
}

function page(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'text/html', 'cache-control': 'public' } })
}

async function open(
  port: number,
): Promise<{ socket: Socket; ask(text: string, until: string): Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return {
    socket,
    async ask(text, until) {
      let received = ''
      const whole = new Promise<string>((resolve, reject) => {
        const take = (chunk: Buffer) => {
          received += chunk.toString('latin1')
          if (!received.endsWith(until)) return
          socket.off('data', take)
          resolve(received)
        }
        socket.on('data', take)
        socket.once('close', () => reject(new Error(`closed after: ${received}`)))
      })
      socket.write(text)
      return whole
    },
  }
}

const plain = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

test('plain requests are answered past HTTP, with the very headers that Node would send', async () => {
  const { port, byHttp } = await startServer()
  const { ask } = await open(port)
  const first = await ask(plain, 'kept')
  expect(await ask(plain, 'kept')).toBe(first)
  expect(byHttp).toEqual([])
  const sent = await ask('GET / HTTP/1.1\r\nHost: a\r\nCookie: a=b\r\n\r\n', 'kept')
  expect(byHttp).toEqual(['GET /'])
  const withoutDate = (answer: string) => answer.replace(/date: .*/i, 'date')
  expect(withoutDate(first)).toBe(withoutDate(sent))
  expect(/\r\nDate: (.*)\r\n/.exec(first)?.[1]).toMatch(/^\w{3}, \d\d \w{3} 20\d\d .* GMT$/)
})

test('anything else hands the connection over, not a byte lost, in however many pieces it comes', async () => {
  const { port, byHttp } = await startServer()
  const { ask, socket } = await open(port)
  await ask(plain, 'kept')
  socket.write('GET /ot')
  expect(await ask('her HTTP/1.1\r\nHost: a\r\n\r\n', 'not kept')).toContain('200 OK')
  expect(await ask(`${plain}${plain}`, 'kept')).toContain('200 OK')
  expect(byHttp.slice(0, 2)).toEqual(['GET /other', 'GET /'])
})

test('a body that arrives with its head is read by HTTP', async () => {
  const { port, byHttp } = await startServer()
  const status = await new Promise((resolve) => {
    const post = httpRequest({ port, method: 'POST', path: '/form' }, ({ statusCode }) => resolve(statusCode))
    post.end('x'.repeat(200_000))
  })
  expect(status).toBe(200)
  expect(byHttp).toEqual(['POST /form'])
})

test('a page that is forgotten is asked of the application again', async () => {
  const { port, pages, byHttp } = await startServer()
  const { ask } = await open(port)
  await ask(plain, 'kept')
  pages.purge()
  expect(await ask(plain, 'not kept')).toContain('not kept')
  expect(byHttp).toEqual(['GET /'])
})

test('stopping closes idle connections, so that a server can close', async () => {
  const { port, server, stop } = await startServer()
  const { ask, socket } = await open(port)
  await ask(plain, 'kept')
  stop()
  await once(socket, 'close')
  server.close()
  await once(server, 'close')
})

test('a client that sends requests without reading responses is stopped', async () => {
  const { port, pages } = await startServer()
  await pages.fill('/large', undefined, async () => page('x'.repeat(4_000_000)))
  const { socket } = await open(port)
  socket.pause()
  const before = pages.hits
  const large = plain.replace('/ ', '/large ')
  for (let asked = 0; asked < 50; asked += 1) {
    socket.write(large)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(pages.hits - before).toBeLessThan(10)
})
