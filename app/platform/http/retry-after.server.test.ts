import { expect, test } from 'vitest'

import { sayWhenToRetry } from './retry-after.server.ts'

const none = { actionHeaders: {}, loaderHeaders: {} }

function retryAfter(status: number, answered: Partial<typeof none>, own = new Headers()): string | null {
  sayWhenToRetry(own, status, { ...none, ...answered })
  return own.get('retry-after')
}

test('a page that refuses says when to try again, as its action or loader did', () => {
  const five = { login: new Headers({ 'retry-after': '5' }) }
  expect(retryAfter(503, { actionHeaders: five })).toBe('5')
  expect(retryAfter(429, { loaderHeaders: five })).toBe('5')
  expect(retryAfter(503, {})).toBe('10')
  expect(retryAfter(503, { actionHeaders: five }, new Headers({ 'retry-after': '60' }))).toBe('60')
})

test('other pages say nothing of it', () => {
  expect(retryAfter(200, {})).toBeNull()
  expect(retryAfter(500, { loaderHeaders: { page: new Headers({ 'retry-after': '5' }) } })).toBeNull()
})
