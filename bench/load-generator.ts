import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Requests one page repeatedly over keep-alive connections and counts responses by their bytes, because a client that
 * parses responses would be slower than the server. All responses must have the same length.
 */
export type LoadJob = {
  port: number
  path: string
  encoding: string
  connections: number
  milliseconds: number
  /** Whole requests to send in turn, instead of one for the path. */
  requests?: readonly string[]
}
/** `refused` counts unsuccessful responses, each small enough for one chunk; `perSecond` excludes them. */
export type LoadResult = { perSecond: number; bytes: number; refused: number }

/** Position of the status code's first digit in `HTTP/1.1 200`, and its value for a success. */
const STATUS_AT = 9
const SUCCESS = 0x32

if (parentPort && workerData) {
  const port = parentPort
  void run(workerData as LoadJob).then((result) => port.postMessage(result))
}

async function run(job: LoadJob): Promise<LoadResult> {
  const get = `GET ${job.path} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\naccept-encoding: ${job.encoding}\r\n\r\n`
  const requests = (job.requests ?? [get]).map((request) => Buffer.from(request))
  let sent = 0
  const nextRequest = () => requests[sent++ % requests.length] ?? Buffer.alloc(0)
  const bytes = await answerLength(job.port, nextRequest())
  let received = 0
  let refused = 0
  // All connections read into one shared buffer, so that responses need no allocation.
  const buffer = Buffer.alloc(256 * 1024)
  const sockets = Array.from({ length: job.connections }, () => {
    let pending = bytes
    const onData = (length: number) => {
      if (pending === bytes && buffer[STATUS_AT] !== SUCCESS) {
        refused += 1
        socket.write(nextRequest())
        return true
      }
      received += length
      pending -= length
      if (pending <= 0) {
        pending = bytes
        socket.write(nextRequest())
      }
      return true
    }
    const onread = { buffer, callback: onData }
    const socket = connect({ port: job.port, host: '127.0.0.1', noDelay: true, onread }, () =>
      socket.write(nextRequest()),
    )
    return socket
  })
  await new Promise((resolve) => setTimeout(resolve, job.milliseconds))
  const perSecond = received / bytes / (job.milliseconds / 1000)
  for (const socket of sockets) socket.destroy()
  return { perSecond, bytes, refused }
}

/** Returns the length of the first response, head and body, which all others share. */
function answerLength(port: number, request: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let seen = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk])
      const head = seen.indexOf('\r\n\r\n')
      const isEmpty = / 204 /.test(seen.subarray(0, 15).toString())
      const length = isEmpty ? '0' : /^content-length: (\d+)/im.exec(seen.subarray(0, head).toString())?.[1]
      if (head === -1) return
      if (length === undefined) return reject(new Error('The answer bears no content-length.'))
      const whole = head + 4 + Number(length)
      if (seen.length < whole) return
      socket.destroy()
      resolve(whole)
    })
    socket.write(request)
  })
}
