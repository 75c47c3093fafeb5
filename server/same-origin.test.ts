import { expect, test } from 'vitest'

import { isAllowedWrite } from './same-origin.ts'

const options = { publicUrl: 'https://agency.example', sessionCookie: 'foyer_session' }
const session = { cookie: 'theme=dark; __Host-foyer_session=token' }

function isAllowed(headers: Record<string, string>, method = 'POST'): boolean {
  const request = new Request('http://127.0.0.1:3000/contact', {
    method,
    headers: { host: 'agency.example', ...headers },
  })
  return isAllowedWrite(request, options)
}

test('reading is allowed from everywhere', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(isAllowed({ origin: 'https://evil.example', ...session }, method), method).toBe(true)
})

test('a write of the site itself is allowed, by its public address or the host it was asked by', () => {
  expect(isAllowed({ origin: 'https://agency.example', ...session })).toBe(true)
  expect(isAllowed({ origin: 'https://agency.example', host: '10.0.0.5:3000' })).toBe(true)
  expect(isAllowed({ origin: 'http://localhost:3000', host: 'localhost:3000', ...session })).toBe(true)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s from another origin is refused', (method) => {
  for (const origin of [
    'https://evil.example',
    'https://agency.example.evil.example',
    'https://sub.agency.example',
    'https://agency.example:8443',
    'null',
    'agency.example',
    '',
  ]) {
    expect(isAllowed({ origin, ...session }, method), origin).toBe(false)
    expect(isAllowed({ origin }, method), origin).toBe(false)
  }
})

test('a write that names no origin is refused where it brings the session', () => {
  expect(isAllowed(session)).toBe(false)
  expect(isAllowed({ cookie: 'foyer_session=token' })).toBe(false)
  expect(isAllowed({ 'sec-fetch-site': 'same-origin', ...session })).toBe(false)
})

test('a write that names no origin and brings no session is allowed unless it is cross-site', () => {
  expect(isAllowed({})).toBe(true)
  expect(isAllowed({ cookie: 'theme=dark', 'sec-fetch-site': 'same-origin' })).toBe(true)
  expect(isAllowed({ 'sec-fetch-site': 'cross-site' })).toBe(false)
})
