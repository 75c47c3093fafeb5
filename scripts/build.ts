import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import { build } from 'vite'

import { buildIcons } from './build-icons.ts'

/** Below this a compressed copy saves less than its headers cost. */
const WORTH_COMPRESSING = 512

// Flags of the country field; only those on view are ever asked for.
cpSync('node_modules/country-flag-icons/3x2', 'public/flags', {
  recursive: true,
  filter: (path) => !/\.(css|zip)$/.test(path),
})
buildIcons()
execFileSync('react-router', ['build', '--logLevel', 'warn'], {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
})
await buildProgram('share-image-program', 'app/features/site/share-image/share-image-program.server.ts')
await buildProgram('pool-program', 'app/pool-program.server.ts')
await buildProgram('encode-program', 'app/features/images/encoding/encode-program.server.ts')
await buildProgram('ship-program', 'app/platform/backup/continuous/ship-program.server.ts')
await buildProgram('restore-test-program', 'app/platform/backup/restore-test-program.server.ts')
precompress('build/client')

/** What runs apart from the server, in a process or a thread of its own, stands apart from its bundle. */
async function buildProgram(name: string, source: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: source,
      outDir: 'build/server',
      emptyOutDir: false,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: `${name}.js` } },
    },
  })
}

/** Writes `.br` and `.gz` beside each text file, at their best quality, once at build time. */
function precompress(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|txt|xml|webmanifest)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const content = readFileSync(path)
    if (content.length < WORTH_COMPRESSING) continue
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    )
  }
}
