import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  dues,
  leadListPath,
  type LeadListQuery,
  leadSorts,
  noFilters,
  readLeadListQuery,
} from './lead-list-query.ts'
import { MOST_HUNDREDTHS } from '#app/lib/amounts.ts'

import { leadStatuses } from './lead-status.ts'

const plain: LeadListQuery = { folder: 'inbox', q: '', ...noFilters, sort: 'newest', page: 1 }

function read(query: string): LeadListQuery {
  return readLeadListQuery(new URLSearchParams(query))
}

test('an address without a query shows the newest of the inbox', () => {
  expect(read('')).toEqual(plain)
  expect(leadListPath(plain, {})).toBe('/admin/leads')
})

test('each part of the address is read', () => {
  expect(
    read(
      'folder=spam&q=+m%C3%BCller+&status=won&assignee=me&due=week&min=1.200&max=5000.5&tag=Dental&answer=3f2a:Large&sort=name&page=3',
    ),
  ).toEqual({
    folder: 'spam',
    q: 'müller',
    status: 'won',
    assignee: 'me',
    due: 'week',
    min: 120_000,
    max: 500_050,
    tag: 'dental',
    answer: '3f2a:Large',
    sort: 'name',
    page: 3,
  })
})

test('invalid values are ignored', () => {
  for (const query of [
    'folder=trash',
    'status=gone',
    'sort=email',
    'status=',
    'unknown=1',
    'due=never',
    'min=-1',
    'max=x',
    'tag=+',
  ])
    expect(read(query), query).toEqual(plain)
  for (const page of ['0', '-1', '1.5', 'x', '', '100000', '1e400', 'NaN', '9007199254740993'])
    expect(read(`page=${page}`).page, page).toBe(1)
  expect(read('page=99999').page).toBe(99_999)
})

test('a search is cut to two hundred characters', () => {
  expect(read(`q=${'x'.repeat(201)}`).q).toBe('x'.repeat(200))
})

test('another filter starts at page 1, another page keeps the filter', () => {
  const query = read('q=ada&status=new&page=4')
  expect(leadListPath(query, { sort: 'oldest' })).toBe('/admin/leads?q=ada&status=new&sort=oldest')
  expect(leadListPath(query, { page: 5 })).toBe('/admin/leads?q=ada&status=new&page=5')
  expect(leadListPath(query, { q: '', status: null })).toBe('/admin/leads')
})

test('an address shows what its sender saw, whatever was searched for', () => {
  const anyQuery = fc.record({
    folder: fc.constantFrom('inbox' as const, 'spam' as const),
    q: fc.string({ unit: 'binary', maxLength: 100 }).map((text) => text.trim()),
    status: fc.constantFrom(null, ...leadStatuses),
    assignee: fc.constantFrom(null, 'me', 'nobody', '0190aaaa-0000-7000-8000-000000000000'),
    due: fc.constantFrom(null, ...dues),
    min: fc.option(fc.integer({ min: 0, max: MOST_HUNDREDTHS })),
    max: fc.option(fc.integer({ min: 0, max: MOST_HUNDREDTHS })),
    tag: fc.constantFrom(null, 'dental', 'q&a', 'größe 4'),
    answer: fc.constantFrom(undefined, '3f2a:5,000 & more'),
    language: fc.constantFrom(undefined, 'de', 'pt-BR'),
    assistant: fc.constantFrom(undefined, 'site'),
    sort: fc.constantFrom(...leadSorts),
    page: fc.integer({ min: 1, max: 99_999 }),
  })
  fc.assert(
    fc.property(anyQuery, (query) => {
      const url = new URL(leadListPath(query, { page: query.page }), 'https://agency.example')
      expect(url.pathname).toBe('/admin/leads')
      expect(readLeadListQuery(url.searchParams)).toEqual(query)
    }),
  )
})
