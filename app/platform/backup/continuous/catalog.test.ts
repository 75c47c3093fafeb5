import { expect, test } from 'vitest'

import { DAY, HOUR, MINUTE } from '#app/platform/clock.ts'

import { type Base, expiredBases } from './catalog.ts'

const now = Date.UTC(2026, 10, 21, 12)

const base = (at: number, databaseBytes = 100): Base => ({ lineage: 'a', segment: at, at, databaseBytes })

const expired = (bases: Base[], keepDays = 14) => expiredBases(bases, { now, keepDays }).map(({ at }) => at)

test('the last base of each kept day stays, and all bases of the last 24 hours', () => {
  const old = now - 20 * DAY
  const early = now - 3 * DAY
  const late = early + HOUR
  expect(expired([base(old), base(early), base(late), base(now - HOUR), base(now)])).toEqual([old, early])
  expect(expired([base(old), base(late), base(now)], 30)).toEqual([])
})

test('a server that restarts all the time keeps its newest bases alone', () => {
  const bases = Array.from({ length: 30 }, (_, n) => base(now - (30 - n) * MINUTE))
  expect(expired(bases)).toEqual(bases.slice(0, 10).map(({ at }) => at))
})

test('the newest stays however old, and so does a large one that has small ones alone after it', () => {
  expect(expired([base(now - 90 * DAY)])).toEqual([])
  expect(expired([base(now - 90 * DAY, 1000), base(now - 80 * DAY), base(now)])).toEqual([now - 80 * DAY])
  expect(expired([base(now - 90 * DAY, 1000), base(now, 900)])).toEqual([now - 90 * DAY])
})
