import { expect, test } from 'vitest'

import { createReadiness } from './readiness.server.ts'

test('ready is what answers, and not what refuses', async () => {
  expect(await createReadiness(() => Promise.resolve())()).toBe(true)
  expect(await createReadiness(() => Promise.reject(new Error('away')))()).toBe(false)
})

test('a database that is silent is asked once however many ask, and again once it has answered', async () => {
  const answers: (() => void)[] = []
  const isReady = createReadiness(() => new Promise((resolve) => answers.push(resolve)), 1)
  expect(await Promise.all([isReady(), isReady()])).toEqual([false, false])
  expect(await isReady()).toBe(false)
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await new Promise(setImmediate)
  await isReady()
  expect(answers).toHaveLength(2)
})
