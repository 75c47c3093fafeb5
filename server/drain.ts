import type { Server } from 'node:http'

import type { Log } from './application.ts'

/** The whole of a shutdown may last this long; what then still runs is cut off. */
const DEADLINE_MS = 15_000

type Drainable = {
  server: Server
  log: Log
  /** Called first: from here on /readyz answers 503. */
  onDraining(): void
  /** Called once no request is open, with the milliseconds left. */
  close(milliseconds: number): Promise<void>
}

/** On SIGTERM and SIGINT: takes no new connection, lets open requests and jobs end, then exits with 0. */
export function drainOnSignal(app: Drainable): void {
  let draining = false
  const drain = (signal: string) => {
    if (draining) return
    draining = true
    const endBy = Date.now() + DEADLINE_MS
    app.log.info({ signal }, 'draining')
    app.onDraining()
    setTimeout(() => {
      app.log.error({ signal }, 'drain.cut_off')
      process.exit(0)
    }, DEADLINE_MS).unref()
    app.server.close(() => {
      void app
        .close(Math.max(0, endBy - Date.now() - 500))
        .catch((error: unknown) => app.log.error({ error }, 'drain.failed'))
        .finally(() => process.exit(0))
    })
    // Streams that were open end one by one, and each leaves an idle connection behind.
    setInterval(() => app.server.closeIdleConnections(), 100).unref()
  }
  process.on('SIGTERM', drain)
  process.on('SIGINT', drain)
}
