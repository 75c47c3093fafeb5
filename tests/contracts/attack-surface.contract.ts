import { expect, test } from 'vitest'

import { allSurfaces } from '../../attack/surface.ts'

test('every route, and every form of it, has its part in the attack', () => {
  expect(allSurfaces().length).toBeGreaterThan(80)
})
