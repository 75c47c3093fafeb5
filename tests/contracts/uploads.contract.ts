import { expect, test } from 'vitest'

import { uploadPaths } from '#app/process/uploads.server.ts'

import { allSurfaces } from '../../attack/surface.ts'

test('every form with a file is an upload path, as a plain form and through the router', () => {
  const paths = allSurfaces().filter(({ file }) => file !== undefined)
  expect(paths.length).toBeGreaterThan(4)
  for (const { path } of paths)
    for (const each of [path, `${path}.data`]) expect([...uploadPaths.keys()]).toContain(each)
})
