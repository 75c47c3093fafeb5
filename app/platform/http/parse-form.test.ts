import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseUrlencoded } from './parse-form.ts'

function parse(text: string, maxFields = 1000) {
  return parseUrlencoded(new TextEncoder().encode(text), maxFields)
}

test.each([
  ['', []],
  ['&&&', []],
  ['a', [['a', '']]],
  ['=', [['', '']]],
  [
    '=b&a=',
    [
      ['', 'b'],
      ['a', ''],
    ],
  ],
  ['a=b=c', [['a', 'b=c']]],
  ['ü=日', [['ü', '日']]],
  ['a+b=c%20d%2B', [['a b', 'c d+']]],
  ['%C3%BC=%ff', [['ü', '�']]],
  [
    'a=%&b=%4&c=%zz&%',
    [
      ['a', '%'],
      ['b', '%4'],
      ['c', '%zz'],
      ['%', ''],
    ],
  ],
  ['%EF%BB%BFa=1', [['\uFEFFa', '1']]],
])('%j is read as the URL standard reads it', (text, fields) => {
  expect(parse(text)).toEqual(fields)
})

test('it agrees with URLSearchParams on whatever is written', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '&',
      '=',
      '+',
      '%',
      '%2',
      '%zz',
      '%41',
      '%C3',
      '%BC',
      '%00',
      '%E2%82%AC',
      '%ED%A0%80',
      '?',
      '#',
    ),
    // Node's parser fails on non-ASCII letters next to escapes, which browsers do not send.
    fc.string({ unit: 'grapheme-ascii', maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      // Only URLSearchParams removes a leading question mark.
      const text = `a=&${parts.join('')}`
      expect(parse(text)).toEqual([...new URLSearchParams(text)])
    }),
    { numRuns: 2000 },
  )
})

test('the limit counts fields that are there, and one more is refused', () => {
  expect(parse('&a&&b&', 2)).toEqual([
    ['a', ''],
    ['b', ''],
  ])
  expect(parse('a&b&c', 2)).toBeNull()
})

const FIELDS = 10_000

test('what it takes for a field does not grow with the number of fields', () => {
  const bytes = new TextEncoder().encode('a&'.repeat(FIELDS))
  let reads = 0
  const counted = new Proxy(bytes, {
    get(target, key) {
      if (key === 'indexOf' || key === 'subarray') {
        reads += 1
        return target[key].bind(target)
      }
      return Reflect.get(target, key, target)
    },
  })
  expect(parseUrlencoded(counted, FIELDS)).toHaveLength(FIELDS)
  expect(reads).toBe(2 * FIELDS)
})
