import { expect, test } from 'vitest'

import { calculationText, withCalculation } from './send-calculation.ts'

test('lines that have no label or no value are left out', () => {
  const lines = [
    { label: 'Calls a day', value: '60' },
    { label: '', value: '5' },
    { label: 'Saving', value: '' },
  ]
  expect(calculationText('Your saving', lines)).toBe('Your saving\nCalls a day: 60')
})

test('what was typed stays, and a second calculation takes the place of the first', () => {
  expect(withCalculation('', 'A: 1', null)).toBe('A: 1')
  const once = withCalculation('Hello.\n', 'A: $1', null)
  expect(once).toBe('Hello.\n\nA: $1')
  expect(withCalculation(`${once}\nBye.`, 'A: $&', 'A: $1')).toBe('Hello.\n\nA: $&\nBye.')
  expect(withCalculation('I deleted it.', 'A: 2', 'A: 1')).toBe('I deleted it.\n\nA: 2')
})
