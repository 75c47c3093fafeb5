// Runs before `npm start` and `npm test`, on any Node from 20 on: installs packages, builds, and finds a browser for
// tests. Everything after it runs on the pinned Node.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const windows = process.platform === 'win32'
process.chdir(root)

installPackages()
requireNode24()
if (!process.argv.includes('--no-build')) build()
if (process.argv.includes('--browser')) {
  const { ensureBrowser } = await import('./browser.mjs')
  ensureBrowser()
}

function installPackages() {
  const installed = modified('node_modules/.package-lock.json')
  if (installed >= modified('package-lock.json')) return
  say('Installing packages …')
  run('npm', ['ci', '--loglevel=error', '--no-fund', '--no-audit'])
}

/** The pinned Node is an npm package. On platforms without it, the machine must provide Node. */
function requireNode24() {
  const version = execFileSync('node', ['--version'], { encoding: 'utf8', shell: windows, env: withBin() })
  const [major, minor] = version.slice(1).split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 7)) return
  process.stderr.write(
    `Node 24.7 or later is needed, and the pinned one is not published for ${process.platform} ${process.arch}. Please install Node 24.\n`,
  )
  process.exit(1)
}

function build() {
  const stamp = 'build/.sources'
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintOfSources()) return
  say('Building …')
  run('node', ['scripts/build.ts'])
  mkdirSync('build', { recursive: true })
  // Computed after the build, which itself writes icons to public/.
  writeFileSync(stamp, fingerprintOfSources())
}

function fingerprintOfSources() {
  return fingerprint([
    'app',
    'server',
    'server.ts',
    'public',
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'scripts/build.ts',
    'scripts/build-icons.ts',
    'scripts/compile-ahead.ts',
    'scripts/escape-non-ascii.ts',
  ])
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths)
    for (const file of filesUnder(path)) {
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file}\0${size}\0${mtimeMs}\n`)
    }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

function modified(path) {
  return existsSync(path) ? statSync(path).mtimeMs : path.startsWith('node_modules') ? -1 : 0
}

function withBin() {
  const separator = windows ? ';' : ':'
  return { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${separator}${process.env.PATH}` }
}

function run(command, args) {
  try {
    execFileSync(command, args, { stdio: 'inherit', shell: windows, env: withBin() })
  } catch (error) {
    process.exit(error.status || 1)
  }
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
