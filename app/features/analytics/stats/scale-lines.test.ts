import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatCompact } from './format.ts'
import { labelPlaces, scaleLines } from './scale-lines.ts'

test.each([
  [0, ['0', '1', '2', '3', '4']],
  [7, ['0', '2', '4', '6', '8']],
  [998, ['0', '500', '1k']],
  [1160, ['0', '500', '1k', '1.5k']],
  [4800, ['0', '2k', '4k', '6k']],
  [790, ['0', '200', '400', '600', '800']],
  [1_240_000, ['0', '500k', '1M', '1.5M']],
])('an axis up to %i shows %j', (most, labels) => {
  expect(scaleLines(most).map(formatCompact)).toEqual(labels)
})

const units: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, B: 1e9 }

test('every label says its value exactly, all differ, they are short, and the highest value fits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (most) => {
      const lines = scaleLines(most)
      const labels = lines.map(formatCompact)
      for (const [n, label] of labels.entries()) {
        expect(Number.parseFloat(label) * (units[label.at(-1) ?? ''] ?? 1)).toBeCloseTo(Number(lines[n]), 5)
        expect(label.length).toBeLessThanOrEqual(4)
      }
      expect(new Set(labels).size).toBe(labels.length)
      expect(lines.length).toBeLessThanOrEqual(6)
      expect(lines.at(-1)).toBeGreaterThanOrEqual(most)
    }),
  )
})

test('points are labelled evenly and not too often', () => {
  for (const count of [1, 7, 24, 25, 30, 90, 365, 731]) {
    const places = labelPlaces(count, 7)
    expect(places.length).toBeLessThanOrEqual(7)
    expect(places.every((place) => place < count)).toBe(true)
  }
})
