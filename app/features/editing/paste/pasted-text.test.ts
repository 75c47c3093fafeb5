// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'

import { isTooLong } from './paste-rich-text.ts'
import { textOfPaste } from './pasted-text.ts'

type Case = {
  program: string
  html: string
  text: string
  markdown: string
  reply?: string
  words?: string
  lostPictures?: number
  pictures?: string[]
}

const clipboards = corporaOf('clipboards').flatMap(({ isHere, cases }) => (isHere ? cases<Case>() : []))

test.each(clipboards)('$program is pasted as it was meant', ({ html, text, ...expected }) => {
  const pasted = textOfPaste(html, text, 'markdown')
  expect(pasted.text).toBe(expected.markdown)
  expect(pasted.lostPictures).toBe(expected.lostPictures ?? 0)
  expect(pasted.pictures.map(({ alt }) => alt)).toEqual(expected.pictures ?? [])
  for (const style of ['reply', 'words'] as const) {
    const plainer = textOfPaste(html, text, style).text
    if (expected[style] !== undefined) expect(plainer).toBe(expected[style])
    expect(plainer).not.toMatch(/<\w|data:|javascript:/)
  }
})

test.each(corporaOf('html-xss').filter(({ isHere }) => isHere))(
  'nothing of hostile HTML is pasted ($title)',
  ({ cases }) => {
    for (const { input } of cases<{ input: string }>()) {
      const { text } = textOfPaste(`<b>a</b> ${input}`, input, 'markdown')
      const addresses = text.matchAll(/(?<!\\)\[[^[\]]*\]\(([^)\s]*)/g)
      for (const [, address = ''] of addresses) expect(address).toMatch(/^(?:https?:|mailto:|tel:|\/|$)/i)
    }
  },
)

test('HTML of very many elements is left to the browser, but not HTML of large pictures', () => {
  expect(isTooLong('<p>a <b>b</b></p>'.repeat(10_000))).toBe(true)
  expect(isTooLong(`<p><img src="data:image/png;base64,${'A'.repeat(5_000_000)}"></p>`)).toBe(false)
})
