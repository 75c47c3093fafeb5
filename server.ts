import { enableCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'

import type { start } from './app/process/start.server.ts'
import { createFrontServer } from './server/create-server.ts'
import { compileCache } from './server/compile-cache.ts'
import { drainAtTheEnd, startAnew } from './server/drain.ts'
import { loadBundle } from './server/load-bundle.ts'
import { releaseMemoryWhenQuiet } from './server/release-memory.ts'

/** Node's default of 511 would drop some of a thousand simultaneous connections, which clients retry after seconds. */
const BACKLOG = 4096

/** Milliseconds after the start. By then the modules of the first pages and of mail are loaded. */
const SETTLED = 3000

enableCompileCache(compileCache)

try {
  const bundle = loadBundle()
  const { start: startApp } = bundle.exports as { start: typeof start }
  const app = await startApp(process.env)
  const front = createFrontServer(app.application, { files: './build/client' })

  const { http } = app.env
  front.server.listen({ port: http.port, host: http.host, backlog: BACKLOG }, () => {
    const { port } = front.server.address() as AddressInfo
    app.ctx.log.info({ port, engine: app.ctx.engine.name }, 'listening')
    for (const line of app.announcement) process.stdout.write(`${line}\n`)
  })
  front.server.on('error', (error) => {
    app.ctx.log.fatal({ error }, 'listen.failed')
    process.exit(1)
  })
  const drain = drainAtTheEnd({
    server: front.server,
    log: app.ctx.log,
    onDraining() {
      front.stopBeingReady()
      app.beginDraining()
    },
    close: () => app.drain(),
  })
  app.onRestart(() => drain('restart', startAnew))
  setTimeout(() => {
    try {
      bundle.keepCompiled()
    } catch (error) {
      app.ctx.log.debug({ error }, 'compile_cache.read_only')
    }
    releaseMemoryWhenQuiet()
  }, SETTLED).unref()
} catch (error) {
  // These messages tell the operator what to do; other errors need their stack.
  const isRefusal = error instanceof Error && ['EnvError', 'DatabaseRefused'].includes(error.name)
  process.stderr.write(`${isRefusal ? `Not started. ${error.message}` : (error as Error).stack}\n`)
  process.exit(1)
}
