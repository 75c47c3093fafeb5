import { connect, type Socket } from 'node:net'
import { availableParallelism } from 'node:os'

import { cpuOf, mainThreadOf } from './proc.ts'

/** A separate program. It subtracts the time for which the machine ran other processes. */
const EVERY = 4
const [url = '', path = '', server = ''] = process.argv.slice(2)
const pid = Number(server)
const { port, host } = new URL(url)
const asked = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\n\r\n`

export type Watched = { worst: number; raw: number; pages: number; failures: number }
let watched: Watched = { worst: 0, raw: 0, pages: 0, failures: 0 }
let begun = 0
let underWay: Promise<void> = Promise.resolve()
let socket: Socket | null = null

process.on('message', (message) => {
  if (message === 'begin') {
    begun = performance.now()
    watched = { worst: 0, raw: 0, pages: 0, failures: 0 }
  }
  if (message === 'end') void underWay.then(() => process.send?.(watched))
})
process.on('disconnect', () => process.exit(0))
void ask()

async function ask(): Promise<void> {
  while (true) {
    underWay = look()
    await underWay
    await new Promise((resolve) => setTimeout(resolve, EVERY))
  }
}

async function look(): Promise<void> {
  const start = performance.now()
  const before = figures()
  const isAnswered = await fetchPage()
  const raw = performance.now() - start
  const after = figures()
  // The request started before the attack, so it does not count.
  if (start < begun) return
  // CPU time of the server's other threads is not waiting time.
  const others = Math.max(0, after.cpu - before.cpu - (after.server.ran - before.server.ran))
  const machine = Math.max(0, after.server.waited - before.server.waited - others / availableParallelism())
  const own = after.own.waited - before.own.waited
  const delay = Math.max(0, raw - machine - own)
  watched.pages += 1
  watched.raw = Math.max(watched.raw, raw)
  watched.worst = Math.max(watched.worst, delay)
  if (!isAnswered) watched.failures += 1
}

function figures() {
  try {
    return { cpu: cpuOf(pid).own, server: mainThreadOf(pid), own: mainThreadOf(process.pid) }
  } catch {
    return { cpu: 0, server: { ran: 0, waited: 0 }, own: { ran: 0, waited: 0 } }
  }
}

function fetchPage(): Promise<boolean> {
  return new Promise((resolve) => {
    socket ??= connect({ port: Number(port), host: '127.0.0.1', noDelay: true })
    const current = socket
    let seen = Buffer.alloc(0)
    let whole = Number.POSITIVE_INFINITY
    const finish = (ok: boolean) => {
      current.removeAllListeners()
      current.on('error', () => {})
      if (!ok) {
        current.destroy()
        socket = null
      }
      resolve(ok)
    }
    current.on('data', (chunk: Buffer) => {
      seen = Buffer.concat([seen, chunk])
      const head = seen.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = /^content-length: (\d+)/im.exec(seen.subarray(0, head).toString())?.[1]
      whole = head + 4 + Number(length)
      if (seen.length >= whole) finish(seen.subarray(0, 12).toString() === 'HTTP/1.1 200')
    })
    current.on('error', () => finish(false))
    current.on('close', () => finish(false))
    current.write(asked)
  })
}
