import { expect, test } from 'vitest'

import { escapeNonAscii } from './escape-non-ascii.ts'

test('means the same in strings, names and regular expressions', () => {
  const source = [
    'const 名 = { 𠀀: "…🙂", "ü": `\\\\é` }',
    'return [名, /[🙂é]/u.exec("🙂")[0], /\\é/.test("é"), /^[ä-ü]$/.test("ö")]',
  ].join('\n')
  const escaped = escapeNonAscii('a.js', `function run() {${source}}`)
  // oxlint-disable-next-line typescript/no-implied-eval
  expect(new Function(`${escaped}; return run()`)()).toEqual(new Function(source)())
  expect(escaped).toMatch(/^[\0-\u007F]*$/)
})
