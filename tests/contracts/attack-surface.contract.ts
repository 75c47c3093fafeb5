import { expect, test } from 'vitest'

import { allSurfaces } from '../../attack/surface.ts'

test('the attack covers every route and its forms', () => {
  expect(allSurfaces().length).toBeGreaterThan(80)
})
