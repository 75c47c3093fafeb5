import type { Server, ServerResponse } from 'node:http'

import type { Log } from './application.ts'

/** The whole of a shutdown may last this long; what then still runs is cut off. */
const DEADLINE_MS = 15_000
/** The same after an error that nothing caught: a supervisor starts another process. */
const FATAL_DEADLINE_MS = 5000
/**
 * While requests are open, new ones are taken for so long: proxies that ask /readyz every second or two then send nobody
 * here any more when the door closes. It ends before replies under way are stopped, so that none begins after that.
 */
const STILL_TAKEN_MS = 5000
const LOOK_EVERY_MS = 50

type Drainable = {
  server: Server
  log: Log
  /** Called first: from here on /readyz answers 503. */
  onDraining(): void
  /** Called once no request is open. */
  close(): Promise<void>
}

/**
 * On SIGTERM and SIGINT: says that it is not ready, lets open requests and jobs end, then exits with 0. On an error that
 * nothing caught the same, sooner and with 1: what state the process is in nobody knows, but whoever waits is answered.
 * @returns what does the same for another reason, and then calls `end` instead of exiting
 */
export function drainAtTheEnd(app: Drainable): (reason: string, end: () => void) => void {
  const open = countOpen(app.server)
  let draining = false
  let finish = () => {}
  const drain = (
    signal: string,
    {
      exitCode = 0,
      deadline = DEADLINE_MS,
      stillTaken = STILL_TAKEN_MS,
      end = () => process.exit(exitCode),
    }: { exitCode?: number; deadline?: number; stillTaken?: number; end?: () => void } = {},
  ) => {
    // A signal that comes while the process is to start anew ends it all the same.
    finish = end
    if (draining) return
    draining = true
    const start = Date.now()
    app.log.info({ signal, open: open() }, 'draining')
    app.onDraining()
    setTimeout(() => {
      app.log.error({ signal }, 'drain.cut_off')
      finish()
    }, deadline).unref()
    const stopListening = () =>
      app.server.close(() => {
        void app
          .close()
          .catch((error: unknown) => app.log.error({ error }, 'drain.failed'))
          .finally(() => finish())
      })
    const look = () => {
      // Streams that were open end one by one, and each leaves an idle connection behind.
      app.server.closeIdleConnections()
      if (app.server.listening && (open() === 0 || Date.now() - start > stillTaken)) stopListening()
    }
    look()
    setInterval(look, LOOK_EVERY_MS).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => drain(signal))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      app.log.fatal({ error }, event)
      drain(event, { exitCode: 1, deadline: FATAL_DEADLINE_MS, stillTaken: 0 })
    })
  return (reason, end) => drain(reason, { end })
}

/** How many requests are not answered to their end. */
function countOpen(server: Server): () => number {
  let open = 0
  server.on('request', (_request, response: ServerResponse) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
  })
  return () => open
}

/**
 * Puts this program anew in the place of the process, under the same id, so that whoever watches over it sees no end.
 * Where the system knows no such call the process ends, and whoever watches over it starts it again.
 */
export function startAnew(): never {
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)])
  process.exit(1)
}
