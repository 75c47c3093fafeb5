import { expect, test } from 'vitest'

import { uploadPaths, visitorUpload } from '#app/process/uploads.server.ts'

import { allSurfaces } from '../../attack/surface.ts'

test('every form with a file is an upload path, as a plain form and through the router', () => {
  const paths = allSurfaces().filter(
    ({ path, file }) => file !== undefined && !visitorUpload(path.replace(':id', 'an-id')),
  )
  expect(paths.length).toBeGreaterThan(4)
  for (const { path } of paths)
    for (const each of [path, `${path}.data`]) expect([...uploadPaths.keys()]).toContain(each)
})

test.each([
  ['/contact', true],
  ['/contact?service=seo', true],
  ['/de/contact', true],
  ['/contact.data', true],
  ['/api/inquiries', true],
  ['/pt-BR/api/inquiries', true],
  ['/api/chat/0b1c/inquiry', true],
  ['/contact/thank-you', false],
  ['/contacts', false],
  ['/api/chat/0b1c/messages', false],
  ['/admin/images', false],
  ['/', false],
])('visitors may send a file to %s: %s', (address, may) => {
  expect(visitorUpload(address) !== null).toBe(may)
})
