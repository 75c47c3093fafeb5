/** Starts the built server on an empty folder, requests one page, and saves the functions that this compiled. */
import { mkdtempSync, rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { start } from '../app/process/start.server.ts'
import { compileCache } from '../server/compile-cache.ts'
import { createFrontServer } from '../server/create-server.ts'
import { loadBundle } from '../server/load-bundle.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-build-'))
enableCompileCache(compileCache)
const bundle = loadBundle()
const { start: startApp } = bundle.exports as { start: typeof start }
const app = await startApp({ NODE_ENV: 'production', DATA_DIR: folder, LOG_LEVEL: 'fatal' })
const { server } = createFrontServer(app.application, { files: './build/client' })
await new Promise<void>((listening) => {
  server.listen(0, '127.0.0.1', listening)
})
await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).text()
bundle.keepCompiled()
server.close()
await app.drain()
rmSync(folder, { recursive: true })
process.exit(0)
