import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readRobots } from './robots.ts'

const AGENT = 'FoyerReader'

test.each([
  ['', '/a', true],
  ['User-agent: *\nDisallow: /', '/a', false],
  ['User-agent: *\nDisallow:', '/a', true],
  ['User-agent: *\nDisallow: /private', '/private/x', false],
  ['User-agent: *\nDisallow: /private', '/public', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
  ['User-agent: *\nDisallow: /*.php$', '/x.php', false],
  ['User-agent: *\nDisallow: /*.php$', '/x.php?y', true],
  ['User-agent: *\nDisallow: /*?', '/x?y', false],
  ['User-agent: *\nDisallow: /\n\nUser-agent: foyerreader\nDisallow: /no', '/a', true],
  ['User-agent: FoyerReader # us\nUser-agent: Other\nDisallow: /', '/a', false],
  ['User-agent: Other\nDisallow: /', '/a', true],
  ['\uFEFFnonsense\r\nUser-Agent: *\r\nDISALLOW: /a\r\n', '/a', false],
])('%j says of %s whether it may be read: %s', (text, path, mayRead) => {
  expect(readRobots(text, AGENT).mayRead(path)).toBe(mayRead)
})

test('any file is read, and answers at once', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 100 }), (text, path) => {
      expect(typeof readRobots(`User-agent: *\nDisallow: ${text}`, AGENT).mayRead(path)).toBe('boolean')
    }),
  )
  const stars = `User-agent: *\nDisallow: /${'*a'.repeat(2000)}b`
  expect(readRobots(stars, AGENT).mayRead(`/${'a'.repeat(10_000)}`)).toBe(true)
})
