import type { OutgoingHttpHeaders } from 'node:http'

import { KEEP_ALIVE_MS } from './http-server.ts'

/** A whole answer with status 200, ready to be written to a socket. It bears the headers that Node's HTTP would send. */
export class WireAnswer {
  readonly #bytes: Buffer
  readonly #dateAt: number
  readonly #bodyAt: number
  /** The second whose date the bytes bear. */
  #second = 0

  constructor(headers: OutgoingHttpHeaders, body: Buffer) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    const start = `HTTP/1.1 200 OK\r\n${lines.join('')}Date: `
    const end = `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`
    const head = Buffer.from(`${start}${new Date(0).toUTCString()}${end}`, 'latin1')
    this.#bytes = Buffer.concat([head, body])
    this.#dateAt = Buffer.byteLength(start, 'latin1')
    this.#bodyAt = head.length
  }

  get body(): Buffer {
    return this.#bytes.subarray(this.#bodyAt)
  }

  get length(): number {
    return this.#bytes.length
  }

  /** @param now milliseconds. Earlier answers that are still being written get the newer date too. */
  at(now: number): Buffer {
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#bytes.write(new Date(now).toUTCString(), this.#dateAt, 'latin1')
    }
    return this.#bytes
  }
}
