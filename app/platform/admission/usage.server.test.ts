import { expect, test } from 'vitest'

import { createUsage } from './usage.server.ts'

test('an address has its share, and others theirs until all is in use', () => {
  const usage = createUsage({ ofAddress: 2, inAll: 3 })
  const leave = usage.take('203.0.113.7')
  usage.take('203.0.113.7')
  expect(() => usage.take('203.0.113.7')).toThrow(expect.objectContaining({ status: 429, retryAfter: 2 }))
  usage.take('198.51.100.1')
  expect(() => usage.take('192.0.2.1')).toThrow(expect.objectContaining({ status: 503, retryAfter: 2 }))
  leave()
  // Whoever gives back twice gives back once.
  leave()
  expect(usage.inUse).toBe(2)
  usage.take('203.0.113.7')
})

test('a line of IPv6 has the share of its networks, however it changes addresses among them', () => {
  const usage = createUsage({ ofAddress: 1, inAll: 100 })
  const takes = (count: number, addressOf: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => {
      try {
        usage.take(addressOf(n))
        return true
      } catch {
        return false
      }
    }).filter(Boolean).length
  expect(takes(10, (n) => `2001:db8:1:${n}::/64`)).toBe(2)
  expect(takes(20, (n) => `2001:db8:1:${(n + 1).toString(16)}00::/64`)).toBe(2)
  expect(takes(1, () => '2001:db8:2:0::/64')).toBe(1)
})

test('amounts are counted, and the software itself by no address', () => {
  const usage = createUsage({ ofAddress: 10, inAll: 15 })
  usage.take('203.0.113.7', 10)
  expect(() => usage.take('203.0.113.7', 1)).toThrow()
  usage.take(null, 5)
  expect(() => usage.take(null, 1)).toThrow(expect.objectContaining({ status: 503 }))
})
