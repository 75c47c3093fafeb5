import { crc32 } from 'node:zlib'

import { strFromU8, strToU8, zipSync } from 'fflate'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { openZip, readZip, UnreadableZip } from './read-zip.ts'

const limits = { isWanted: () => true, maxBytes: 1_000_000, maxFiles: 100 }

/** Creates a zip of two files, and changes its bytes. */
function lying(change: (view: DataView, at: { local: number; central: number; end: number }) => void) {
  const bytes = zipSync({ 'a.md': strToU8('a'.repeat(1000)), 'b.md': [strToU8('stored'), { level: 0 }] })
  const find = (signature: string) => Buffer.from(bytes).indexOf(signature)
  change(new DataView(bytes.buffer, bytes.byteOffset), {
    local: find('PK\u0003\u0004'),
    central: find('PK\u0001\u0002'),
    end: find('PK\u0005\u0006'),
  })
  return bytes
}

test('files come as they were packed, stored or deflated, wanted ones alone', () => {
  const contents = fc.dictionary(
    fc.stringMatching(/^[\w/. -]{1,20}$/).filter((name) => !/__proto__/.test(name)),
    fc.string({ unit: 'grapheme', maxLength: 500 }),
    { maxKeys: 8 },
  )
  fc.assert(
    fc.property(contents, fc.constantFrom(0, 6), (files, level) => {
      const packed = Object.entries(files).map(([name, text]) => [name, [strToU8(text), { level }]] as const)
      const read = readZip(zipSync(Object.fromEntries(packed) as Parameters<typeof zipSync>[0]), limits)
      expect(Object.fromEntries([...read].map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual(files)
    }),
  )
  const some = readZip(zipSync({ 'a.md': strToU8('a'), 'b.png': strToU8('b') }), {
    ...limits,
    isWanted: (name) => name === 'a.md',
  })
  expect([...some.keys()]).toEqual(['a.md'])
})

test.each([
  ['a size below the content’s', lying((view, { central }) => view.setUint32(central + 24, 10, true))],
  ['a size above the content’s', lying((view, { central }) => view.setUint32(central + 24, 2000, true))],
  [
    'a size that the two headers share',
    lying((view, { central, local }) => {
      for (const at of [central + 24, local + 22]) view.setUint32(at, 10, true)
    }),
  ],
  [
    'a size above the content’s in both headers',
    lying((view, { central, local }) => {
      for (const at of [central + 24, local + 22]) view.setUint32(at, 5000, true)
    }),
  ],
  ['another name in the local header', lying((view, { local }) => view.setUint8(local + 30, 0x7a))],
  ['another method in the local header', lying((view, { local }) => view.setUint16(local + 8, 0, true))],
  [
    'another checksum',
    lying((view, { central, local }) => {
      for (const at of [central + 16, local + 14]) view.setUint32(at, 1, true)
    }),
  ],
  [
    'entries that overlap',
    lying((view, { central }) => {
      const second = central + 46 + 'a.md'.length
      view.setUint32(second + 42, 0, true)
    }),
  ],
  [
    'the same name twice',
    lying((view, { central }) => {
      const second = central + 46 + 'a.md'.length
      view.setUint8(second + 46, 0x61)
    }),
  ],
  ['a password', lying((view, { central }) => view.setUint16(central + 8, 1, true))],
  [
    'a method that is none',
    lying((view, { central, local }) => {
      for (const at of [central + 10, local + 8]) view.setUint16(at, 99, true)
    }),
  ],
  ['an end beyond the file', lying((view, { end }) => view.setUint32(end + 16, 0xff_ff_ff_f0, true))],
  ['more entries than there are', lying((view, { end }) => view.setUint16(end + 10, 3, true))],
  ['bytes behind its end', Buffer.concat([zipSync({ 'a.md': strToU8('a') }), Buffer.from('more')])],
  ['bytes before its directory', lying((view, { end }) => view.setUint32(end + 16, 0, true))],
])('a zip with %s is refused in a sentence', (_, bytes) => {
  expect(() => readZip(bytes, limits)).toThrow(UnreadableZip)
  expect(() => readZip(bytes, limits)).toThrow(/^This zip .*\.$/)
})

test('a bomb is refused by what it says, or ended at what it said', () => {
  const bomb = zipSync({ 'a.md': new Uint8Array(2_000_000) })
  expect(() => readZip(bomb, limits)).toThrow('unpacks to more')
  const thin = zipSync({ 'a.md': new Uint8Array(20_000_000) })
  expect(() => readZip(thin, { ...limits, maxBytes: 100_000_000 })).toThrow('unpacks to more')
  const small = zipSync({ 'a.md': new Uint8Array(1000) })
  expect(() => readZip(small, { ...limits, maxFiles: 0 })).toThrow('unpacks to more')
})

test('any change of a byte gives the same files or a sentence', () => {
  const files = { 'a.md': strToU8('Some text. '.repeat(20)), 'b.md': strToU8('x') }
  const whole = zipSync(files)
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, value, length) => {
      const bytes = whole.slice(0, length < 20 ? length : whole.length)
      if (at < bytes.length) bytes[at] = value
      try {
        for (const [name, content] of readZip(bytes, limits))
          expect(
            Object.values(files).map((file) => strFromU8(file)),
            name,
          ).toContain(strFromU8(content))
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableZip)
      }
    }),
    { numRuns: 2000 },
  )
})

/** Moves the counts and places of the end record into the records of 64 bits. */
function long(zip: Uint8Array): Uint8Array {
  const end = Buffer.from(zip).lastIndexOf('PK\u0005\u0006')
  const records = Buffer.alloc(56 + 20)
  const last = Buffer.from(zip.subarray(end))
  records.write('PK\u0006\u0006', 0)
  records.writeBigUInt64LE(44n, 4)
  records.writeBigUInt64LE(BigInt(last.readUInt16LE(10)), 32)
  records.writeBigUInt64LE(BigInt(last.readUInt32LE(12)), 40)
  records.writeBigUInt64LE(BigInt(last.readUInt32LE(16)), 48)
  records.write('PK\u0006\u0007', 56)
  records.writeBigUInt64LE(BigInt(end), 56 + 8)
  last.writeUInt16LE(0xffff, 10)
  last.writeUInt32LE(0xffffffff, 12)
  last.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([zip.subarray(0, end), records, last])
}

const inMemory = (bytes: Uint8Array) => ({
  size: bytes.byteLength,
  read: (at: number, length: number) => bytes.subarray(at, at + length),
})

test('a zip with records of 64 bits is read, and refused if they lie', () => {
  const zip = zipSync({ 'a.md': strToU8('one'), 'b.md': strToU8('two') })
  expect([...readZip(long(zip), limits)].map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ['a.md', 'one'],
    ['b.md', 'two'],
  ])
  const lie = Buffer.from(long(zip))
  lie.writeBigUInt64LE(2n ** 60n, lie.lastIndexOf('PK\u0006\u0006') + 48)
  expect(() => readZip(lie, limits)).toThrow(UnreadableZip)
})

test('zips within a zip are opened one level deep, stored or deflated', () => {
  const innermost = zipSync({ 'deep.md': strToU8('x') })
  const inner = zipSync({ 'a.md': strToU8('inside'), 'more.zip': innermost })
  const zip = zipSync({
    'one.zip': [inner, { level: 0 }],
    'two.ZIP': [inner, { level: 6 }],
    'folder\\c.md': strToU8('c'),
  })
  const files = openZip(inMemory(zip), { maxFileBytes: 1000, opensZips: true })
  expect(files.map(({ name }) => name)).toEqual([
    'one.zip/a.md',
    'one.zip/more.zip',
    'two.ZIP/a.md',
    'two.ZIP/more.zip',
    'folder/c.md',
  ])
  expect(files.filter(({ name }) => name.endsWith('a.md')).map((file) => strFromU8(file.bytes()))).toEqual([
    'inside',
    'inside',
  ])
})

const gbk = (...pairs: number[]) => Buffer.from([...pairs, ...Buffer.from('.md')]).toString('latin1')

test('names that are not UTF-8 stay apart, and a name in UTF-8 beside one goes before it', () => {
  const [one, two] = [gbk(0xd6, 0xd0), gbk(0xce, 0xc4)]
  const rename = (zip: Uint8Array, from: string, to: string) =>
    Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(from, to), 'latin1')
  const plain = zipSync({ 'aa.md': strToU8('one'), 'bb.md': strToU8('two') })
  const zip = rename(rename(plain, 'aa.md', one), 'bb.md', two)
  const texts = (bytes: Uint8Array) =>
    [...readZip(bytes, limits)].map(([name, text]) => [name, strFromU8(text)])
  expect(texts(zip)).toEqual([
    ['╓╨.md', 'one'],
    ['╬─.md', 'two'],
  ])
  const path = (header: string, name: string) => {
    const field = Buffer.from(`\u0001....${name}`)
    field.writeUInt32LE(crc32(Buffer.from(header, 'latin1')), 1)
    return zipSync({ 'aa.md': [strToU8('one'), { extra: { 0x7075: field } }] })
  }
  expect(texts(rename(path(one, 'd\\中.md'), 'aa.md', one))).toEqual([['d/中.md', 'one']])
  expect(texts(rename(path(two, '中.md'), 'aa.md', one))).toEqual([['╓╨.md', 'one']])
})

test('one damaged or too large file does not keep the others out', () => {
  const zip = zipSync({
    'a.md': [strToU8('damaged'), { level: 0 }],
    'b.md': strToU8('b'),
    'c.md': new Uint8Array(2000),
  })
  zip[Buffer.from(zip).indexOf('damaged')] = 0
  const [a, b, c] = openZip(inMemory(zip), { maxFileBytes: 1000 })
  expect(() => a?.bytes()).toThrow(UnreadableZip)
  expect(strFromU8(b?.bytes() ?? new Uint8Array())).toBe('b')
  expect(() => c?.bytes()).toThrow('larger than can be read')
})
