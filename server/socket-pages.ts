import type { Server } from 'node:http'
import type { Socket } from 'node:net'

import { KEEP_ALIVE_MS, HEADERS_TIMEOUT_MS, MAX_HEADER_BYTES } from './http-server.ts'
import type { Application } from './application.ts'
import type { PageCache } from './page-cache.ts'
import { readPlainGet } from './plain-get.ts'
import type { Turns } from './turns.ts'

/**
 * Answers cached pages without Node's HTTP objects, which cost as much as the write (`npm run bench -- page-cache`).
 * For any other request, it hands the connection over to Node permanently, one per turn of the event loop.
 */
export function answerPagesOnSockets(
  server: Server,
  { pages, turn, notice }: { pages: PageCache; turn: Turns; notice: Application['noticeReader'] },
): () => void {
  const attachHttp = server.listeners('connection')
  const inHand = new Set<Socket>()
  let stopped = false

  const handOver = (socket: Socket) => {
    for (const listener of attachHttp) listener.call(server, socket)
  }

  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (stopped) handOver(socket)
    else watch(socket)
  })

  function watch(socket: Socket): void {
    inHand.add(socket)
    const close = () => socket.destroy()
    const resume = () => socket.resume()
    const release = () => {
      inHand.delete(socket)
      for (const [event, listener] of listeners) socket.off(event, listener)
      socket.setTimeout(0)
    }
    const take = (received: Buffer) => {
      const asked = received.length > MAX_HEADER_BYTES ? null : readPlainGet(received)
      const answer = asked && pages.answerTo(asked)
      if (asked && answer) {
        if (asked.userAgent !== undefined) notice(asked.path, asked.userAgent)
        socket.setTimeout(KEEP_ALIVE_MS)
        // Stop reading from a client that does not read its responses.
        if (!socket.write(answer)) socket.pause()
        return
      }
      socket.off('data', take)
      socket.pause()
      void turn().then(() => {
        release()
        if (socket.destroyed) return
        handOver(socket)
        socket.unshift(received)
        socket.resume()
      })
    }
    const listeners: [string, (chunk: Buffer) => void][] = [
      ['data', take],
      ['drain', resume],
      ['end', () => socket.destroySoon()],
      ['timeout', close],
      ['error', close],
      ['close', release],
    ]
    for (const [event, listener] of listeners) socket.on(event, listener)
    socket.setTimeout(HEADERS_TIMEOUT_MS)
  }

  return () => {
    stopped = true
    for (const socket of inHand) socket.destroySoon()
  }
}
