import { connect, createServer, type Socket } from 'node:net'

export type SilentLine = {
  port: number
  /** From here on what is sent through connections that stand arrives nowhere, and nobody is told; new ones work. */
  fallSilent(): void
  close(): Promise<void>
}

/** A line to a server of this machine, as through a firewall that may forget its connections. */
export async function startSilentLine(target: number): Promise<SilentLine> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [socket, peer] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.pipe(peer)
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    fallSilent() {
      for (const socket of sockets) socket.unpipe().resume()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
