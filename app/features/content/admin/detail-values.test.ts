import { expect, test } from 'vitest'

import { serviceFactsSchema } from '../page-document.ts'

import { serviceFields } from './detail-values.server.ts'

test('everything that is said of a service has a field, or saving the others would empty it', () => {
  expect(serviceFields.map(({ name }) => name)).toEqual(
    Object.keys(serviceFactsSchema.shape).map((name) => `service.${name}`),
  )
})
