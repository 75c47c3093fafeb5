import { expect, test } from 'vitest'

import { itemListPath, readItemListQuery } from './item-list-query.ts'

const read = (search: string) => readItemListQuery(new URLSearchParams(search))

test('an address is read back as it was written', () => {
  const path = '/admin/knowledge?q=price+list&kind=pdf&collection=shop-1&page=3'
  const query = read(path.split('?')[1] ?? '')
  expect(query).toEqual({ q: 'price list', kind: 'pdf', collection: 'shop-1', page: 3 })
  expect(itemListPath(query, { page: 3 })).toBe(path)
  expect(itemListPath(query, { kind: null, collection: undefined })).toBe('/admin/knowledge?q=price+list')
})

test('what makes no sense is left out, and what is the default is not written', () => {
  expect(read('kind=film&page=-1&tab=url')).toEqual(read(''))
  expect(itemListPath(read(''), {})).toBe('/admin/knowledge')
})
