import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { expect, test } from 'vitest'

import { contractsOnFirstEngine, engineTests, leftToAll } from './engine-tests.ts'

const matching = (pattern: RegExp, ...globs: string[]) =>
  globSync(globs, { exclude: ['**/migrations/**'] }).filter((path) =>
    pattern.test(readFileSync(path, 'utf8')),
  )

const ownSql = String.raw`\bsql(?:<[^\`]*>)?\``

test('every listed test exists', () => {
  expect([...engineTests.keys()].filter((path) => !existsSync(path))).toEqual([])
})

test('a test with SQL of its own, two instances or a case for one engine is listed', () => {
  const own = new RegExp(`${ownSql}|\\btestEngine\\b|\\bcreateSecondInstance\\b`)
  const found = matching(own, 'app/**/*.verb.test.ts', 'tests/contracts/*.contract.ts')
  const known = new Set([...engineTests.keys(), ...contractsOnFirstEngine, ...leftToAll])
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter((path) => !known.has(path))).toEqual([])
})

test('a folder of features whose code differs between the engines has a listed test, or the folder above has', () => {
  const differing = new RegExp(`${ownSql}|\\bengine\\.name\\b|\\bskipLocked\\(|\\.scrub\\(`)
  const code = matching(differing, 'app/features/**/*.server.ts').map((path) => dirname(path))
  const tested = new Set([...engineTests.keys()].map((path) => dirname(path)))
  expect(code.length).toBeGreaterThan(20)
  expect(code.filter((folder) => !tested.has(folder) && !tested.has(dirname(folder)))).toEqual([])
})
