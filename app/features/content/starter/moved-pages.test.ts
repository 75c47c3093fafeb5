import { expect, test } from 'vitest'

import { movedPages } from './moved-pages.ts'

test('what has moved is written as redirects find it, and leads to its end at once', () => {
  for (const [from, to] of Object.entries(movedPages)) {
    expect(from).toMatch(/^(\/[a-z][a-z\d.-]*)+$/)
    expect(to).toMatch(/^\/([a-z]|$)/)
    expect(Object.keys(movedPages)).not.toContain(to.split('?')[0])
  }
})
