import { Writable } from 'node:stream'

import { expect, test } from 'vitest'

import { createLog } from './log.server.ts'

function collectLog(level = 'debug') {
  const chunks: string[] = []
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString())
      done()
    },
  })
  return { log: createLog({ level, destination }), written: () => chunks.join('') }
}

function only(text: string): Record<string, unknown> {
  expect(text.trimEnd().split('\n')).toHaveLength(1)
  return JSON.parse(text) as Record<string, unknown>
}

test('one line of JSON an event: level by name, ISO time, no host or process', () => {
  const { log, written } = collectLog()
  log.info({ port: 3000 }, 'listening')
  const line = only(written())
  expect(line).toEqual({ level: 'info', time: expect.any(String), port: 3000, event: 'listening' })
  expect(new Date(String(line['time'])).toISOString()).toBe(line['time'])
})

test('events below the level are not written', () => {
  const { log, written } = collectLog('warn')
  log.info({}, 'quiet')
  log.warn({}, 'loud')
  expect(only(written())['event']).toBe('loud')
})

test.each([
  'password',
  'confirmPassword',
  'apiKey',
  'secret',
  'token',
  'cookie',
  'authorization',
  'message',
  'setupCode',
])('%s is redacted at the top and up to two levels down', (key) => {
  const { log, written } = collectLog()
  log.info({ [key]: 'hush', a: { [key]: 'hush', b: { [key]: 'hush' } } }, 'event')
  expect(written()).not.toContain('hush')
  expect(only(written())).toMatchObject({ [key]: '[redacted]', a: { b: { [key]: '[redacted]' } } })
})

test('the cookie a response sets is redacted among its headers', () => {
  const { log, written } = collectLog()
  log.info({ headers: { 'set-cookie': 'hush', host: 'a' } }, 'event')
  expect(only(written())['headers']).toEqual({ 'set-cookie': '[redacted]', host: 'a' })
})

test('CR and LF in keys, values and events cannot forge a line', () => {
  const { log, written } = collectLog()
  const forged = 'x\r\n{"level":"info","event":"owner.created"}\n'
  log.warn({ path: forged, [forged]: 1, error: new Error(forged) }, forged)
  expect(only(written())).toMatchObject({ path: forged, event: forged, error: { reason: forged } })
})

test('an error keeps its name, reason, code, stack and causes', () => {
  const { log, written } = collectLog()
  const cause = Object.assign(new TypeError('socket closed'), { code: 'ECONNRESET' })
  log.error({ error: new Error('mail not sent', { cause }) }, 'mail.failed')
  expect(only(written())['error']).toEqual({
    type: 'Error',
    reason: 'mail not sent',
    stack: expect.stringContaining('log.server.test'),
    cause: { type: 'TypeError', reason: 'socket closed', code: 'ECONNRESET', stack: expect.any(String) },
  })
})

test('what a driver hangs on an error is not written, for it holds what visitors sent', () => {
  const { log, written } = collectLog()
  const driver = { code: '23505', detail: 'Key (email)=(hush)', where: 'hush', parameters: ['hush'] }
  const cause = Object.assign(new Error('duplicate key'), driver)
  log.error({ error: Object.assign(new Error('not stored', { cause }), driver) }, 'request.failed')
  expect(only(written())['error']).toMatchObject({ code: '23505', cause: { code: '23505' } })
  expect(written()).not.toContain('hush')
})

test('what was thrown and is no error is written as text', () => {
  const { log, written } = collectLog()
  log.error({ error: 'plain' }, 'a')
  expect(only(written())['error']).toEqual({ reason: 'plain' })
})
