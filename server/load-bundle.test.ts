import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { type Bundle, loadBundle } from './load-bundle.ts'

const program = `const { join } = require('node:path')
exports.end = 'c'
exports.s = () => join('a', 'b') + require('./other.cjs').end`

function createBuild(bundle = program) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const chunks = join(folder, 'server', 'assets')
  const caches = join(folder, 'caches')
  mkdirSync(chunks, { recursive: true })
  writeFileSync(join(chunks, 'bundle-0aB_-1.cjs'), bundle)
  writeFileSync(join(chunks, 'other.cjs'), `exports.end = require('./bundle-0aB_-1.cjs').end`)
  writeFileSync(
    join(folder, 'server', 'index.cjs'),
    `exports.start = require('./assets/bundle-0aB_-1.cjs').s`,
  )
  return { chunks, caches, cache: join(caches, 'bundle-0aB_-1.cjs.cache') }
}

const run = ({ exports }: Bundle) => (exports as { start(): string }).start()

test('the bundle and the chunks that it loads are one instance, as with require', () => {
  expect(run(loadBundle(createBuild()))).toBe(join('a', 'b') + 'c')
})

test('what a start compiled is kept, used by the next, and then not written again', () => {
  const build = createBuild()
  loadBundle(build).keepCompiled()
  expect(readdirSync(build.caches)).toEqual(['bundle-0aB_-1.cjs.cache'])
  utimesSync(build.cache, 1, 1)
  loadBundle(build).keepCompiled()
  expect(statSync(build.cache).mtimeMs).toBe(1000)
})

test.each(['', 'no code cache at all'])('a damaged cache (%j) is passed over and replaced', (damaged) => {
  const build = createBuild()
  mkdirSync(build.caches)
  writeFileSync(build.cache, damaged)
  const bundle = loadBundle(build)
  expect(run(bundle)).toBe(join('a', 'b') + 'c')
  bundle.keepCompiled()
  expect(readFileSync(build.cache).length).toBeGreaterThan(100)
})
