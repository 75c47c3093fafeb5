import fc from 'fast-check'
import { expect, test } from 'vitest'

import { outlived } from './list-backups.server.ts'

const backup = (records: number | null, bytes = records ?? 0) => ({ installation: 'ours', records, bytes })
const many = (count: number, records: number) => Array.from({ length: count }, () => backup(records))

test('the newest are kept, and older ones go', () => {
  const backups = many(17, 1000)
  expect(outlived(backups, 14)).toEqual(backups.slice(14))
})

test('fourteen good ones stay, however many of an emptied database follow', () => {
  const good = many(14, 1000)
  const empty = many(40, 3)
  expect(outlived([...empty, ...good], 14)).toEqual(empty.slice(14))
})

test('one that holds a little less counts like any other', () => {
  expect(outlived([...many(2, 500), ...many(3, 1000)], 2)).toHaveLength(3)
  expect(outlived([...many(2, 499), ...many(3, 1000)], 2)).toHaveLength(1)
})

test('where records were not counted yet, the size tells', () => {
  const before = Array.from({ length: 3 }, () => backup(null, 80_000))
  expect(outlived([...many(3, 3), ...before], 2).map(({ records }) => records)).toEqual([3, null])
  expect(outlived([backup(1000, 90_000), backup(1000, 90_000), ...before], 2)).toEqual(before)
})

test('whatever there is, as many as are to be kept stay, and the fullest of all is among those that stay', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000)), fc.integer({ min: 1, max: 5 }), (counts, keep) => {
      const backups = counts.map((records) => backup(records))
      const gone = new Set(outlived(backups, keep))
      const kept = backups.filter((one) => !gone.has(one))
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(keep, backups.length))
      const most = Math.max(0, ...counts)
      if (most > 0) expect(kept.some(({ records }) => records !== null && records * 2 >= most)).toBe(true)
    }),
  )
})
