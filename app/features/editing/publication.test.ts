import { expect, test } from 'vitest'

import { datesOf, publish, schedule, stateOf, unpublish } from './publication.ts'

test('the first publication stays the date that readers see', () => {
  const published = publish({ published_at: null }, 10)
  expect(published).toEqual({ published: 1, published_at: 10, publish_at: null })
  expect(publish(unpublish(published), 20)).toEqual(published)
  expect(publish(schedule(published, 30), 30)).toEqual(published)
})

test('every change leads to the state that its name says', () => {
  const from = { published_at: null }
  expect(stateOf(publish(from, 1))).toBe('published')
  expect(stateOf(schedule(from, 1))).toBe('scheduled')
  expect(stateOf(unpublish(schedule(from, 1)))).toBe('draft')
})

test('what was written before it was published counts as changed when it was published', () => {
  expect(datesOf({ published_at: 20, updated_at: 10 })).toEqual({ publishedAt: 20, updatedAt: 20 })
  expect(datesOf({ published_at: 20, updated_at: 30 })).toEqual({ publishedAt: 20, updatedAt: 30 })
  expect(() => datesOf({ published_at: null, updated_at: 30 })).toThrow('what is published has a date')
})
