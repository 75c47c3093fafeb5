import { expect, test } from 'vitest'

import { movedPages } from './moved-pages.ts'

test('moved pages are stored in canonical form, and redirect in one step', () => {
  for (const [from, to] of Object.entries(movedPages)) {
    expect(from).toMatch(/^(\/[a-z][a-z\d.-]*)+$/)
    expect(to).toMatch(/^\/([a-z]|$)/)
    expect(Object.keys(movedPages)).not.toContain(to.split('?')[0])
  }
})
