import { expect, test } from 'vitest'

import { createWorkSlots } from './work-slots.server.ts'

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
