import { once } from 'node:events'
import { connect } from 'node:net'

import { inquiryFields } from '#tests/factories/inquiry.ts'

import type { AppServer } from './app-server.ts'
import { eventsIn, postChat } from './chat-server.ts'
import { until } from './until.ts'

export type ShutDown = {
  /** Status lines of the posts. */
  posts: string[]
  /** The last event of each stream, as JSON. */
  streamEnds: string[]
  /** Status of /readyz after the signal, and milliseconds until it changed. */
  ready: number
  readyAfter: number
  code: number | null
  /** Milliseconds from the signal to the exit. */
  milliseconds: number
}

/** Sends SIGTERM during half-sent posts and half-streamed replies, for which the AI provider must hang. */
export async function shutDownUnderLoad(
  server: AppServer,
  { posts: postCount, streams: streamCount }: { posts: number; streams: number },
): Promise<ShutDown> {
  const posts = await Promise.all(Array.from({ length: postCount }, () => openPost(server.url)))
  const streams = await Promise.all(
    Array.from({ length: streamCount }, () =>
      postChat(server.url, { conversationId: null, message: 'Hello?' }),
    ),
  )
  const streamed = streams.map((response) => response.text())
  const start = performance.now()
  const stopped = server.stop('SIGTERM')
  const readiness = untilNotReady(server.url).then((status) => [status, performance.now() - start] as const)
  const [ready, readyAfter] = await readiness
  const answered = await Promise.all(posts.map((finish) => finish()))
  const code = await stopped
  const milliseconds = performance.now() - start
  const ends = (await Promise.all(streamed)).map((text) => JSON.stringify(eventsIn(text).at(-1)))
  return { posts: answered, streamEnds: ends, ready, readyAfter, code, milliseconds }
}

/** Starts a post; the returned function sends its second half and resolves with the response's first line. */
async function openPost(url: string): Promise<() => Promise<string>> {
  const { host, hostname, port } = new URL(url)
  const body = new URLSearchParams(inquiryFields()).toString()
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString()
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  socket.write(
    `POST /contact HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
  )
  return async () => {
    socket.write(body.slice(20))
    await closed
    return answer.split('\r\n', 1)[0] ?? ''
  }
}

/** Returns 0 if the server already refuses connections. */
async function untilNotReady(url: string): Promise<number> {
  let status = 200
  await until('the server says that it ends', async () => {
    status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    )
    return status !== 200
  })
  return status
}
