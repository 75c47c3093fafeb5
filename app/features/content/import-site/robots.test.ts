import fc from 'fast-check'
import { expect, test } from 'vitest'

import { keepsOut, readRobots, robotsOf } from './robots.ts'

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
  ['\uFEFFUser-agent: *\nDisallow: /a', '/a', false],
  ['User-agent: FoyerReader/1.0\nDisallow: /a', '/a', false],
  ['User-agent: foyerreader\nDisallow: /a\n\nUser-agent: FoyerReader\nDisallow: /b', '/a', false],
  ['User-agent: *\nDisallow: /', '/robots.txt', true],
  ['User-agent: *\nDisallow: /über', '/%C3%BCber/uns', false],
  ['User-agent: *\nDisallow: /%c3%bcber', '/über', false],
  ['User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
  ['User-agent: *\nDisallow: /%61%7Eb', '/a~b', false],
  ['User-agent: *\nSitemap: x\nCrawl-delay: 5\nDisallow: /a', '/a', false],
  ['User-agent: *\nDisallow: /a\n\n# more\nAllow: /a/b\n', '/a/b', true],
  ['user-agent *\ndisallow /a', '/a', false],
  ['Useragent: *\nDissallow : /a\nDisalow: /b', '/a', false],
  ['User agent: *\nDisallow:\nNoindex: /a', '/a', true],
  ['User-agent: *\nDisallow https://x', '/a', true],
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

test.each([
  ['<meta name="robots" content="noindex">', true],
  ['<META NAME=ROBOTS CONTENT="NOINDEX, NOFOLLOW">', true],
  ["<meta content='none' name='robots'>", true],
  ['<meta name="googlebot" content="noindex">', true],
  ['<meta name="robots" content="index, follow"><meta name="robots" content="noindex">', true],
  ['<meta name="robots" content="index, max-image-preview:none, max-snippet: -1">', false],
  ['<meta name="robots" content="max-image-preview:large">', false],
  ['<meta name="description" content="noindex">', false],
  ['<p>noindex</p>', false],
])('%j keeps a page out of indexes: %s', (html, isKeptOut) => {
  expect(keepsOut(robotsOf(html))).toBe(isKeptOut)
})

test.each([
  ['noindex', true],
  ['googlebot: noindex, nofollow', true],
  ['otherbot:noindex', true],
  ['unavailable_after: 25 Jun 2030 15:00:00 GMT, none', true],
  ['max-image-preview: none', false],
  ['', false],
])('the header %j keeps a page out of indexes: %s', (header, isKeptOut) => {
  expect(keepsOut(header)).toBe(isKeptOut)
})
