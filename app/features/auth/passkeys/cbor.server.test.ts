import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Cbor, writeCbor } from '#tests/support/cbor-writer.ts'

import { MalformedCbor, readCbor, readCborMap } from './cbor.server.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

const leaf: fc.Arbitrary<Cbor> = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 }),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.uint8Array({ maxLength: 400 }),
)
const key = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.string({ maxLength: 8 }))
const value: fc.Arbitrary<Cbor> = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 8 }),
  fc
    .uniqueArray(fc.tuple(key, leaf), { maxLength: 8, selector: ([name]) => name })
    .map((list) => new Map(list)),
)

test('what was written is read again, and its end found', () => {
  fc.assert(
    fc.property(value, fc.uint8Array({ maxLength: 8 }), (written, rest) => {
      const bytes = writeCbor(written)
      expect(readCbor(Uint8Array.from(Buffer.concat([bytes, rest])))).toEqual({
        value: readCbor(Uint8Array.from(bytes)).value,
        length: bytes.length,
      })
      expect(writeCbor(readCbor(Uint8Array.from(bytes)).value)).toEqual(bytes)
    }),
  )
})

test('any other bytes are refused as malformed, or read within their length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        expect(readCbor(bytes).length).toBeLessThanOrEqual(bytes.length)
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedCbor)
      }
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['nothing', ''],
  ['a text that ends early', '6461'],
  ['a length of 4 GB', '5affffffff'],
  ['a list of 4,000,000,000', '9aee6b2800'],
  ['a number of 8 bytes', '1b0000000100000000'],
  ['an indefinite list', '9f01ff'],
  ['a number in more bytes than it needs', '1801'],
  ['the same in two bytes', '190017'],
  ['the same in four', '1a0000ffff'],
  ['a tag', 'c000'],
  ['a float', 'f93c00'],
  ['undefined', 'f7'],
  ['a text that is not UTF-8', '61ff'],
  ['a list in a list, six deep', '818181818101'],
  ['a key that stands twice', 'a201010102'],
  ['a key that is a list', 'a18001'],
])('%s is refused', (_name, bytes) => {
  expect(() => readCbor(hex(bytes))).toThrow(MalformedCbor)
})

test('a map must be the whole input', () => {
  expect(readCborMap(hex('a10102'))).toEqual(new Map([[1, 2]]))
  for (const bytes of ['a1010200', '8101', '01']) expect(() => readCborMap(hex(bytes))).toThrow(MalformedCbor)
})

test('a hundred small entries are refused', () => {
  expect(() => readCbor(Uint8Array.from(writeCbor(Array.from({ length: 100 }, () => 0))))).toThrow(
    MalformedCbor,
  )
})
