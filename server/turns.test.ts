import { expect, test } from 'vitest'

import { createTurns } from './turns.ts'

test('concurrent work starts one item per turn of the event loop, in order, and the first at once', async () => {
  const turn = createTurns()
  let round = 0
  const count = () => {
    round += 1
    if (round < 10) setImmediate(count)
  }
  setImmediate(count)
  const begun: [name: string, round: number][] = []
  const all = ['a', 'b', 'c', 'd'].map((name) => turn().then(() => begun.push([name, round])))
  await Promise.all(all)
  expect(begun.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd'])
  expect(begun.map(([, at]) => at)).toEqual([0, 1, 2, 3])
})

test('once all have had their turn, the next begins at once', async () => {
  const turn = createTurns()
  await Promise.all([turn(), turn()])
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  let isNextRound = false
  setImmediate(() => (isNextRound = true))
  await turn()
  expect(isNextRound).toBe(false)
})
