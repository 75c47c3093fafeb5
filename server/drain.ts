import type { Server, ServerResponse } from 'node:http'

import type { Log } from './application.ts'

const DEADLINE_MS = 15_000
const FATAL_DEADLINE_MS = 5000
/** Proxies that poll /readyz every second or two stop sending within this time. */
const STILL_TAKEN_MS = 5000
const LOOK_EVERY_MS = 50

type Drainable = {
  server: Server
  log: Log
  onDraining(): void
  close(): Promise<void>
}

/**
 * Drains on signals and uncaught errors; after an error the deadline is shorter and the exit code 1.
 * @returns a function that drains and calls `end` instead of exiting
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
    // A signal during a restart still ends the process.
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
      // Streams that end leave idle connections behind.
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

/** Replaces the process by a new one. Without `execve` the process exits, and its supervisor restarts it. */
export function startAnew(): never {
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)])
  process.exit(1)
}
