import { expect, test } from 'vitest'

import { auditPath, readAuditQuery } from './audit-query.ts'

const plain = { q: '', what: '', from: '', to: '', page: 1 }
const read = (query: string) => readAuditQuery(new URLSearchParams(query))

test('an address without a query shows everything', () => {
  expect(read('')).toEqual(plain)
  expect(auditPath(plain)).toBe('/admin/audit')
})

test('each part of the address is read, and written again', () => {
  const query = { q: 'two words', what: 'post.deleted', from: '2026-01-01', to: '2026-02-28', page: 3 }
  const path = auditPath(query, { page: 3 })
  expect(read(path.split('?')[1] ?? '')).toEqual(query)
  expect(auditPath(query, { what: 'post' })).not.toContain('page')
  expect(auditPath(plain, {}, '/admin/audit.csv')).toBe('/admin/audit.csv')
})

test('invalid values are ignored', () => {
  for (const query of ['what=nothing', 'what=post.eaten', 'from=2026-02-30', 'to=yesterday', 'page=0'])
    expect(read(query), query).toEqual(plain)
  expect(read(`q=${'x'.repeat(201)}`).q).toHaveLength(200)
})
