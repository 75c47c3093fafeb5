import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { expect, test } from 'vitest'

import { logRequest } from './request-log.ts'

function logged(url: string): unknown {
  const paths: unknown[] = []
  const note = (fields: object) => paths.push('path' in fields && fields.path)
  const log = { debug: note, info: note, error: note, fatal: note }
  const response = new EventEmitter()
  logRequest(log, { method: 'GET', url } as IncomingMessage, response as ServerResponse)
  response.emit('close')
  return paths[0]
}

test('the log contains neither queries nor signed addresses that would open anything', () => {
  const id = '0192f0c1-7e2b-7d11-9f00-000000000001'
  const signature = 'aB3-_'.repeat(8).concat('xyz')
  expect(logged('/bookings.ics?key=secret')).toBe('/bookings.ics')
  expect(logged(`/booking/${id}.${signature}/cancel`)).toBe(`/booking/${id}.…/cancel`)
  expect(logged(`/try/${id}.${signature}`)).toBe(`/try/${id}.…`)
  expect(logged(`/booking/${id}.${signature}.data?x`)).toBe(`/booking/${id}.….data`)
  expect(logged('/assets/entry.client-BqXbTVrZ.js')).toBe('/assets/entry.client-BqXbTVrZ.js')
})
