import { connect, createServer, type Socket } from 'node:net'

export type FaultyLine = {
  port: number
  /** Delivers everything that many milliseconds later, in order. */
  delay(milliseconds: number): void
  /** Existing connections deliver nothing more and are not closed; new ones work. */
  fallSilent(): void
  /** Like a pulled cable: neither old nor new connections deliver anything, and none is closed. */
  cut(): void
  /** New connections work again; earlier ones stay silent. */
  mend(): void
  close(): Promise<void>
}

/** Starts a TCP proxy that simulates a slow network, lost connections or an outage. */
export async function startFaultyLine(target: number, host = '127.0.0.1'): Promise<FaultyLine> {
  const sockets = new Set<Socket>()
  let isCut = false
  let late = 0
  const server = createServer((near) => {
    keep(near)
    if (isCut) {
      near.resume()
      return
    }
    const far = connect(target, host)
    keep(far)
    pass(near, far)
    pass(far, near)
  })

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }

  function pass(from: Socket, to: Socket): void {
    const afterDelay = (deliver: () => void) => {
      if (late === 0) deliver()
      else setTimeout(deliver, late)
    }
    from.on('data', (chunk) => afterDelay(() => to.write(chunk)))
    from.on('end', () => afterDelay(() => to.end()))
    from.on('close', () => afterDelay(() => to.destroy()))
  }

  function fallSilent(): void {
    for (const socket of sockets) socket.removeAllListeners('data').removeAllListeners('end').resume()
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    delay(milliseconds) {
      late = milliseconds
    },
    fallSilent,
    cut() {
      isCut = true
      fallSilent()
    },
    mend() {
      isCut = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
