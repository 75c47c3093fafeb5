import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'

import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { readPlainGet } from './plain-get.ts'

const read = (text: string) => readPlainGet(Buffer.from(text, 'latin1'))

test('a plain GET is read: its path, and which encodings it accepts', () => {
  expect(read('GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toEqual({ path: '/', acceptEncoding: undefined })
  expect(
    read(
      'GET /blog/a-b HTTP/1.1\r\nhost: a\r\nConnection: Keep-Alive\r\nUser-Agent: GPTBot/1.2\r\nAccept-Encoding:  gzip, br \r\n\r\n',
    ),
  ).toEqual({ path: '/blog/a-b', acceptEncoding: 'gzip, br', userAgent: 'GPTBot/1.2' })
})

test.each([
  ['part of a request', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['two requests', 'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['another method', 'POST / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['an older version', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n'],
  ['a query', 'GET /?a HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['another host by its target', 'GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\nAccept: */*\r\n\r\n'],
  ['an empty host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n'],
  ['a body', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n'],
  ['a chunked body', 'GET / HTTP/1.1\r\nHost: a\r\ntransfer-encoding: chunked\r\n\r\n'],
  ['a cookie', 'GET / HTTP/1.1\r\nHost: a\r\nCookie: a=b\r\n\r\n'],
  ['a condition', 'GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: "a"\r\n\r\n'],
  ['an end of the connection', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['an upgrade', 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n'],
  ['a folded field', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
  ['a bare line feed', 'GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n'],
  ['a bare carriage return', 'GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n'],
  ['a NUL', 'GET / HTTP/1.1\r\nHost: a\r\nX: \0\r\n\r\n'],
])('%s is left to Node', (_what, text) => {
  expect(read(text)).toBeNull()
})

test('whatever is read as a plain GET, Node reads the same way', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const line = fc.tuple(
    fc.constantFrom(
      'Host',
      'host',
      'Accept-Encoding',
      'User-Agent',
      'X-A',
      'Connection',
      'Content-Length',
      'Cookie',
      'a b',
      '',
    ),
    fc.constantFrom(':', ': ', ' :', '', ':\t'),
    fc.oneof(fc.constantFrom('a', 'gzip, br', 'keep-alive', '0', 'close', ''), fc.string({ maxLength: 8 })),
    fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r', '\r\n '),
  )
  const request = fc
    .tuple(
      fc.constantFrom('GET', 'GET', 'get', 'POST'),
      fc.constantFrom('/', '/a', '/a/b', '*', '/a?b', '/ä', '/a b', '//c'),
      fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/1.10'),
      fc.array(line, { maxLength: 4 }),
      fc.constantFrom('\r\n', '\r\n', '\n', 'x'),
    )
    .map(([method, target, version, lines, end]) =>
      Buffer.from(`${method} ${target} ${version}\r\nHost: a\r\n${lines.flat().join('')}${end}`, 'latin1'),
    )
  await fc.assert(
    fc.asyncProperty(request, async (bytes) => {
      const ours = readPlainGet(bytes)
      if (ours === null) return
      const arrived = Promise.withResolvers<IncomingMessage>()
      server.once('request', arrived.resolve)
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      socket.on('error', () => {})
      const refused = new Promise<null>((resolve) => socket.on('data', () => resolve(null)))
      const node = await Promise.race([arrived.promise, refused])
      expect(node, bytes.toString('latin1')).not.toBeNull()
      expect(node).toMatchObject({ method: 'GET', url: ours.path, complete: true })
      expect(node?.headers['accept-encoding']).toBe(ours.acceptEncoding)
      expect(node?.headers['user-agent']).toBe(ours.userAgent)
      socket.destroy()
    }),
    { numRuns: 500 },
  )
})
