import { expect, test } from 'vitest'

import { createReadiness, isUnavailable } from './availability.server.ts'

const failure = (fields: object, message = 'failed') => Object.assign(new Error(message), fields)

test.each([
  ['a full disk', failure({ code: 'ERR_SQLITE_ERROR', errcode: 13 })],
  ['a failing disk, by an extended code', failure({ code: 'ERR_SQLITE_ERROR', errcode: 10 | (3 << 8) })],
  ['PostgreSQL’s full disk', failure({ code: '53100' })],
  ['a standby', failure({ code: '25006' })],
  ['a shutdown', failure({ code: '57P01' })],
  ['a statement that took too long', failure({ code: '57014' })],
  ['a lock that did not come in time', failure({ code: '55P03' })],
  ['a transaction that the server ended', failure({ code: '25P03' })],
  ['a server that is away', failure({ code: 'ECONNREFUSED' })],
  ['a connection that broke', failure({}, 'Connection terminated unexpectedly')],
])('%s is the database’s fault', (_name, error) => {
  expect(isUnavailable(error)).toBe(true)
})

test.each([
  ['a constraint', failure({ code: 'ERR_SQLITE_ERROR', errcode: 19 })],
  ['a duplicate', failure({ code: '23505' })],
  ['a missing table', failure({ code: '42P01' })],
  ['our own mistake', new TypeError('undefined is not a function')],
  ['what is no error', 'full'],
])('%s is not', (_name, error) => {
  expect(isUnavailable(error)).toBe(false)
})

test('a database is ready if it answers, and not if it refuses', async () => {
  expect(await createReadiness(() => Promise.resolve())()).toBe(true)
  expect(await createReadiness(() => Promise.reject(new Error('away')))()).toBe(false)
})

test('a database that is silent is asked once however many ask, and again once it has answered', async () => {
  const answers: (() => void)[] = []
  const isReady = createReadiness(() => new Promise((resolve) => answers.push(resolve)), 1)
  expect(await Promise.all([isReady(), isReady()])).toEqual([false, false])
  expect(await isReady()).toBe(false)
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await new Promise(setImmediate)
  await isReady()
  expect(answers).toHaveLength(2)
})
