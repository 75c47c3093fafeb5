import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { misbehaving } from '#tests/support/misbehaving-tasks.ts'

import { createPool } from './pool.server.ts'

function testPool() {
  const pool = createPool(join(import.meta.dirname, '../../../tests/support/misbehaving-tasks.ts'))
  onTestFinished(() => pool.close())
  return pool
}

test.each([
  ['that never ends', { ...misbehaving.spin, maxCpu: 100 }, 'time'],
  ['that takes memory outside the heap', { ...misbehaving.hoard, maxMemory: 150 }, 'memory'],
  ['whose heap grows in leaps', misbehaving.grow, 'memory'],
  ['that says too much', misbehaving.flood, 'output'],
])('a task %s is ended with a sentence, and the next one is done', async (_, task, budget) => {
  const pool = testPool()
  await expect(pool.run(task, null)).rejects.toMatchObject({ budget, status: 400, message: /^This .*\.$/ })
  await expect(pool.run(misbehaving.echo, 'next')).resolves.toMatch(/^next by \d+$/)
})

test('what a task refuses is refused in its words; a fault of ours and a crash are faults', async () => {
  const pool = testPool()
  await expect(pool.run(misbehaving.refuse, null)).rejects.toMatchObject({
    fields: { content: 'This is too deep.' },
  })
  await expect(pool.run(misbehaving.fail, null)).rejects.toThrow('A fault of ours.')
  await expect(pool.run(misbehaving.crash, null)).rejects.toThrow('ended before its task did')
  await expect(pool.run(misbehaving.echo, 'next')).resolves.toContain('next')
})

test('more input than a kind may have is refused before a process sees it', async () => {
  const pool = testPool()
  await expect(pool.run(misbehaving.echo, 'x'.repeat(1001))).rejects.toMatchObject({ budget: 'input' })
})

test('parts are handed over one at a time, and an error of their taker ends the task', async () => {
  const pool = testPool()
  const taken: number[] = []
  const onPart = async (part: number) => {
    await Promise.resolve()
    taken.push(part)
    if (part === 5) throw new Error('That is enough.')
  }
  expect(await pool.run(misbehaving.count, 3, { onPart })).toBe('counted to 3')
  await expect(pool.run(misbehaving.count, 1e9, { onPart })).rejects.toThrow('That is enough.')
  // The killed process may not have ended yet.
  await expect(pool.run(misbehaving.echo, 'next')).resolves.toContain('next')
  expect(taken).toEqual([1, 2, 3, 1, 2, 3, 4, 5])
})

test('one process does task after task, and heavy kinds have one of their own', async () => {
  const pool = testPool()
  const [first, second, heavy] = await Promise.all([
    pool.run(misbehaving.echo, 'a'),
    pool.run(misbehaving.other, 'a'),
    pool.run(misbehaving.long, 'a'),
  ])
  expect(first).toBe(second)
  expect(heavy).not.toBe(first)
})

test('kinds take turns, and one more than may wait is refused', async () => {
  const pool = testPool()
  const order: string[] = []
  const run = (kind: 'echo' | 'other', name: string) =>
    pool.run(misbehaving[kind], name).then(() => order.push(name))
  const running = [
    run('echo', 'e1'),
    run('echo', 'e2'),
    run('echo', 'e3'),
    run('echo', 'e4'),
    run('other', 'o1'),
  ]
  await expect(run('echo', 'e5')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
  await Promise.all(running)
  expect(order).toEqual(['e1', 'o1', 'e2', 'e3', 'e4'])
})

test('a task ends with its signal, whether it waits or runs', async () => {
  const pool = testPool()
  const abort = new AbortController()
  const running = pool.run(misbehaving.spin, null, { signal: abort.signal })
  const waiting = pool.run(misbehaving.echo, 'never', { signal: abort.signal })
  abort.abort(new Error('Nobody waits any more.'))
  await expect(running).rejects.toThrow('Nobody waits')
  await expect(waiting).rejects.toThrow('Nobody waits')
  await expect(pool.run(misbehaving.echo, 'next')).resolves.toContain('next')
})

test('a pool that closes ends what runs and refuses what waits', async () => {
  const pool = testPool()
  const running = pool.run(misbehaving.spin, null)
  const waiting = pool.run(misbehaving.echo, 'never')
  pool.close()
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  await expect(running).rejects.toMatchObject({ code: 'unavailable' })
})
