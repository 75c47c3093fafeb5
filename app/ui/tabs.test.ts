import { expect, test } from 'vitest'

import { nextTab } from './tabs.tsx'

test('arrows go round, Home and End to the ends', () => {
  expect([0, 1, 2].map((at) => nextTab('ArrowRight', at, 3))).toEqual([1, 2, 0])
  expect([0, 1, 2].map((at) => nextTab('ArrowLeft', at, 3))).toEqual([2, 0, 1])
  expect([nextTab('Home', 2, 3), nextTab('End', 0, 3)]).toEqual([0, 2])
})

test('other keys are left to the page', () => {
  for (const key of ['Tab', 'ArrowDown', 'Enter', 'a']) expect(nextTab(key, 1, 3)).toBeNull()
})
