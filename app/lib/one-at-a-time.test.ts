import { expect, test } from 'vitest'

import { createQueue } from './one-at-a-time.ts'

test('work runs in order, one at a time, and goes on after a failure', async () => {
  const inTurn = createQueue()
  const events: string[] = []
  const work = (name: string) => async () => {
    events.push(`${name} begins`)
    await Promise.resolve()
    events.push(`${name} ends`)
    if (name === 'first') throw new Error('failed')
    return name
  }
  const [first, second] = await Promise.allSettled([inTurn(work('first')), inTurn(work('second'))])
  expect(first.status).toBe('rejected')
  expect(second).toEqual({ status: 'fulfilled', value: 'second' })
  expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})
