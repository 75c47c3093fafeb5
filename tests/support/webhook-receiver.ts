import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { onTestFinished } from 'vitest'

export type Received = { headers: Record<string, string>; body: string }

/** Starts a receiver of webhooks that responds with the next of `answers`, and with 204 when none is left. */
export async function startReceiver(answers: (number | 'silence')[] = []) {
  const received: Received[] = []
  const receiver = { isDown: false, answers, received, url: '' }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      const answer = receiver.isDown ? 503 : (answers.shift() ?? 204)
      if (answer === 'silence') return
      if (answer < 300)
        received.push({
          headers: Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, String(v)])),
          body,
        })
      response
        .writeHead(answer, answer >= 300 && answer < 400 ? { location: 'http://127.0.0.1:1/' } : {})
        .end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}
