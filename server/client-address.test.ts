import type { IncomingMessage } from 'node:http'

import { expect, test } from 'vitest'

import { createClientAddress } from './client-address.ts'

function addressOf(trust: string | null, remoteAddress: string | undefined, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded, forwarded: 'for=9.9.9.9' }
  return createClientAddress(trust)({ headers, socket: { remoteAddress } } as unknown as IncomingMessage)
}

test('without trust no forwarded header is believed', () => {
  expect(addressOf(null, '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
  expect(addressOf(null, '127.0.0.1', '198.51.100.1')).toBe('127.0.0.1')
})

test('a trusted proxy is believed, a stranger is not', () => {
  expect(addressOf('loopback', '127.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
  expect(addressOf('loopback', '::1', '2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(addressOf('loopback', '203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
  expect(addressOf('loopback', '127.0.0.1')).toBe('127.0.0.1')
})

test('ranges and lists are believed as far as they reach: what a visitor put in front is not', () => {
  const trust = 'loopback, 10.0.0.0/8'
  expect(addressOf(trust, '127.0.0.1', '6.6.6.6, 198.51.100.1, 10.1.2.3')).toBe('198.51.100.1')
  expect(addressOf(trust, '10.9.9.9', '6.6.6.6, 11.0.0.1')).toBe('11.0.0.1')
  expect(addressOf('203.0.113.7', '203.0.113.7', '198.51.100.1')).toBe('198.51.100.1')
})

test('a number counts proxies from here', () => {
  const forwarded = '6.6.6.6, 198.51.100.1, 10.1.2.3'
  expect(addressOf('0', '203.0.113.7', forwarded)).toBe('203.0.113.7')
  expect(addressOf('1', '203.0.113.7', forwarded)).toBe('10.1.2.3')
  expect(addressOf('2', '203.0.113.7', forwarded)).toBe('198.51.100.1')
})

test('an IPv4 address written as IPv6 is the same visitor, and the same proxy', () => {
  expect(addressOf(null, '::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressOf('loopback', '::ffff:127.0.0.1', '::ffff:198.51.100.1')).toBe('198.51.100.1')
})

test('a visitor with IPv6 is counted by the network they have whole', () => {
  expect(addressOf(null, '2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(addressOf(null, '2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(addressOf(null, '2001:DB8:1:3::9')).toBe('2001:db8:1:3::/64')
  expect(addressOf(null, 'fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(addressOf(null, '::1')).toBe('0:0:0:0::/64')
})

test('a connection that is gone has no address', () => {
  expect(addressOf(null, undefined)).toBe('unknown')
  expect(addressOf('loopback', undefined)).toBe('unknown')
})

test('a port that a proxy forwards is no part of the address', () => {
  expect(addressOf('loopback', '127.0.0.1', '198.51.100.1:51234')).toBe('198.51.100.1')
  expect(addressOf('1', '127.0.0.1', '[2001:db8::1]:443')).toBe('2001:db8:0:0::/64')
  expect(addressOf('1', '127.0.0.1', '<script>')).toBe('unknown')
})

test('a proxy that is no address is refused at once', () => {
  expect(() => createClientAddress('10.0.0.0/99')).toThrow(TypeError)
})
