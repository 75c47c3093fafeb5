import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { backoff, defineJob, lanes } from './job.server.ts'

const middle = () => 0.5

test('waits ten seconds, then three times as long, at most an hour', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 1000].map((attempt) => backoff(attempt, middle) / 1000)
  expect(waits).toEqual([10, 30, 90, 270, 810, 2430, 3600, 3600, 3600])
})

test('spreads each wait by a fifth to either side', () => {
  expect(backoff(1, () => 0)).toBe(8000)
  expect(backoff(1, () => 1)).toBe(12_000)
  const attempt = fc.integer({ min: 1, max: 50 })
  fc.assert(
    fc.property(attempt, (tried) => {
      const plain = backoff(tried, middle)
      expect(backoff(tried)).toBeGreaterThanOrEqual(0.8 * plain)
      expect(backoff(tried)).toBeLessThanOrEqual(1.2 * plain)
    }),
  )
})

test('a job is tried ten times unless it says otherwise', () => {
  const job = { name: 'greet', lane: 'other' as const, payload: z.object({}), run: async () => {} }
  expect(defineJob(job).maxAttempts).toBe(10)
  expect(defineJob({ ...job, maxAttempts: 3 }).maxAttempts).toBe(3)
})

test('a job may take as long as its lane allows unless it says otherwise', () => {
  const job = { name: 'greet', lane: 'mail' as const, payload: z.object({}), run: async () => {} }
  expect(defineJob(job).deadline).toBe(lanes.mail.deadline)
  expect(defineJob({ ...job, deadline: 1000 }).deadline).toBe(1000)
})
