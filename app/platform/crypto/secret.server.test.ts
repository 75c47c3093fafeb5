import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { deriveKey, loadSecret } from './secret.server.ts'

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'secret-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('APP_SECRET is used as it is, and nothing is written', () => {
  const folder = join(createFolder(), 'data')
  expect(loadSecret({ secret: 'given', dataDir: folder })).toBe('given')
  expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined()
})

test('the first start makes a secret that its owner alone can read', () => {
  const folder = join(createFolder(), 'deep', 'data')
  const secret = loadSecret({ secret: null, dataDir: folder })
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secret)
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('the next start finds the same secret, another folder has another', () => {
  const folder = createFolder()
  const secret = loadSecret({ secret: null, dataDir: folder })
  expect(loadSecret({ secret: null, dataDir: folder })).toBe(secret)
  expect(loadSecret({ secret: null, dataDir: createFolder() })).not.toBe(secret)
})

test('a secret written by hand may end in a line end', () => {
  const folder = createFolder()
  writeFileSync(join(folder, 'secret'), `${'s'.repeat(32)}\n`)
  expect(loadSecret({ secret: null, dataDir: folder })).toBe('s'.repeat(32))
})

test.each(['', ' \n', 'x'.repeat(31)])(
  'a damaged secret %j is refused by its path and left alone',
  (content) => {
    const folder = createFolder()
    writeFileSync(join(folder, 'secret'), content)
    expect(() => loadSecret({ secret: null, dataDir: folder })).toThrow(
      `${join(folder, 'secret')} is damaged`,
    )
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(content)
  },
)

test('a folder that cannot be written to is an error, not a secret', () => {
  const file = join(createFolder(), 'file')
  writeFileSync(file, '')
  expect(() => loadSecret({ secret: null, dataDir: file })).toThrow('EEXIST')
})

test('each purpose has a key of 32 bytes of its own, the same at every start', () => {
  expect(deriveKey('secret', 'form')).toHaveLength(32)
  expect(deriveKey('secret', 'form')).toEqual(deriveKey('secret', 'form'))
  expect(deriveKey('secret', 'form')).not.toEqual(deriveKey('secret', 'link'))
  expect(deriveKey('secret', 'form')).not.toEqual(deriveKey('secret2', 'form'))
})
