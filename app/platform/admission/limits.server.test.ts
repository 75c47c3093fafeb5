import { expect, test } from 'vitest'

import { createPace, createUsage, createWorkSlots } from './limits.server.ts'

test('an address has its share, and others theirs until all is in use', () => {
  const usage = createUsage({ ofAddress: 2, inAll: 3 })
  const leave = usage.take('203.0.113.7')
  usage.take('203.0.113.7')
  expect(() => usage.take('203.0.113.7')).toThrow(expect.objectContaining({ status: 429, retryAfter: 2 }))
  usage.take('198.51.100.1')
  expect(() => usage.take('192.0.2.1')).toThrow(expect.objectContaining({ status: 503, retryAfter: 2 }))
  leave()
  leave()
  expect(usage.inUse).toBe(2)
  usage.take('203.0.113.7')
})

test('an IPv6 line has the share of its networks, whichever of their addresses it uses', () => {
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

test('amounts are counted, and those of the software itself only in the total', () => {
  const usage = createUsage({ ofAddress: 10, inAll: 15 })
  usage.take('203.0.113.7', 10)
  expect(() => usage.take('203.0.113.7', 1)).toThrow()
  usage.take(null, 5)
  expect(() => usage.take(null, 1)).toThrow(expect.objectContaining({ status: 503 }))
})

function createTestPace(limit: number) {
  let now = 0
  const pace = createPace({ limit, windowMs: 60_000, clock: { now: () => now } })
  return { pace, advance: (milliseconds: number) => (now += milliseconds) }
}

test('lets so many through in a window, then tells how long to wait', () => {
  const { pace, advance } = createTestPace(2)
  expect([pace('203.0.113.7'), pace('203.0.113.7'), pace('203.0.113.7')]).toEqual([0, 0, 60])
  expect(pace('198.51.100.1')).toBe(0)
  advance(45_000)
  expect(pace('203.0.113.7')).toBe(15)
  advance(15_000)
  expect(pace('203.0.113.7')).toBe(0)
})

test('an IPv6 line cannot evade the pace by changing addresses; its refusals do not affect neighbours', () => {
  const { pace } = createTestPace(2)
  const passed = (count: number, addressOf: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => pace(addressOf(n))).filter((wait) => wait === 0).length
  expect(passed(100, () => '2001:db8:1:1::/64')).toBe(2)
  expect(passed(100, (n) => `2001:db8:1:${(n + 2).toString(16)}::/64`)).toBe(2)
  expect(passed(1000, (n) => `2001:db8:1:${(n + 256).toString(16)}::/64`)).toBe(4)
})

test('so many run at once, the others wait their turn, and what is too much is refused', async () => {
  const slots = createWorkSlots({ atOnce: 2, limits: { ofAddress: 3, inAll: 4 } })
  let running = 0
  let most = 0
  const ends: (() => void)[] = []
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(name)
    most = Math.max(most, (running += 1))
    await new Promise<void>((resolve) => ends.push(resolve))
    running -= 1
    return name
  }
  const results = ['a', 'b', 'c'].map((name) => slots.run('203.0.113.7', work(name)))
  results.push(slots.run(null, work('d')))
  await expect(slots.run('203.0.113.7', work('e'))).rejects.toMatchObject({ status: 429 })
  await expect(slots.run('198.51.100.1', work('f'))).rejects.toMatchObject({ status: 503 })
  while (order.length < 4 || ends.length > 0) {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
  expect(order).toEqual(['a', 'b', 'c', 'd'])
  expect(most).toBe(2)
})

test('work that fails gives its slot back', async () => {
  const slots = createWorkSlots({ atOnce: 1, limits: { ofAddress: 1, inAll: 1 } })
  await expect(slots.run('203.0.113.7', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await slots.run('203.0.113.7', async () => 'done')).toBe('done')
})
