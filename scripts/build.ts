import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import { build } from 'vite'

import packageJson from '../package.json' with { type: 'json' }
import { compileCache } from '../server/compile-cache.ts'
import { quietly, serverOutput } from '../vite.config.ts'

import { buildIcons } from './build-icons.ts'
import { escapeNonAscii } from './escape-non-ascii.ts'

/** In bytes. For smaller files the headers cost more than compression saves. */
const WORTH_COMPRESSING = 512

await step('icons', buildIcons)
await step('pages', () =>
  execFileSync('react-router', ['build', '--logLevel', 'warn'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  }),
)
await step('server and its programs', async () => {
  await buildProgram('server', 'server.ts')
  await buildProgram('share-image-program', 'app/features/site/share-image/share-image-program.server.ts')
  await buildProgram('pool-program', 'app/process/pool-program.server.ts')
  await buildProgram('encode-program', 'app/features/images/encoding/encode-program.server.ts')
  await buildProgram('ship-program', 'app/platform/backup/continuous/ship-program.server.ts')
  await buildProgram('restore-test-program', 'app/platform/backup/restore-test-program.server.ts')
  keepOneByte('build/server')
})
await step('compiled functions', compileAhead)
await step('compressed files', () => {
  shortenRoutes('build/client/assets')
  precompress('build/client')
})

async function step(name: string, work: () => unknown): Promise<void> {
  const start = performance.now()
  await work()
  console.log(`  ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/** Bundles a program that runs outside the server's bundle. */
async function buildProgram(name: string, source: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true, external: Object.keys(packageJson.dependencies) },
    build: {
      ssr: source,
      outDir: 'build/server',
      emptyOutDir: false,
      copyPublicDir: false,
      rollupOptions: { ...quietly, output: { ...serverOutput, entryFileNames: `${name}.js` } },
    },
  })
}

function keepOneByte(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.c?js$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    writeFileSync(path, escapeNonAscii(path, readFileSync(path, 'utf8')))
  }
}

/** Runs compile-ahead.ts with the flags of `npm start`, because V8 accepts compiled code only under the same flags. */
function compileAhead(): void {
  rmSync(compileCache.directory, { recursive: true, force: true })
  const flags = packageJson.scripts.start.match(/--(?!env-file)[\w-]+=\d+/g)
  execFileSync(process.execPath, [...(flags ?? []), 'scripts/compile-ahead.ts'], {
    stdio: 'inherit',
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
  })
}

type ListedRoute = Record<string, unknown>

/**
 * Shortens the browser's list of routes, which every admin page contains: drops values that are false or empty, and the
 * imports of public pages, which have no router.
 */
function shortenRoutes(folder: string): void {
  for (const name of readdirSync(folder).filter((file) => /^manifest-[\w-]+\.js$/.test(file))) {
    const path = join(folder, name)
    const source = readFileSync(path, 'utf8')
    const [from, to] = [source.indexOf('{'), source.lastIndexOf('}') + 1]
    const list = JSON.parse(source.slice(from, to)) as { routes: Record<string, ListedRoute> }
    for (const route of Object.values(list.routes)) {
      if (route['parentId'] === 'site-layout') delete route['imports']
      for (const [key, value] of Object.entries(route))
        if (value === false || (Array.isArray(value) && value.length === 0)) delete route[key]
    }
    writeFileSync(path, `${source.slice(0, from)}${JSON.stringify(list)}${source.slice(to)}`)
  }
}

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
