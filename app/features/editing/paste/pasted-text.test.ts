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

test('comments and deleted words of a text under review stay private, also without any mark', () => {
  const html = `<p class=MsoNormal>We offer <span class=msoDel><del cite="mailto:Kim" datetime="2026-01-02T10:00">half
    price</del></span><a style='mso-comment-reference:K_1'>much</a><span class=MsoCommentReference><![if
    !supportAnnotations]><a class=msocomanchor href="#_msocom_1">[K1]</a><![endif]><span
    style='mso-special-character:\n comment'>&nbsp;</span></span>.</p>
    <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.</span><span
    class=msoDel><del cite="mailto:Kim">Cheap</del></span></p>
    <div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div
    class=msocomtxt><p class=MsoCommentText><a href="#_msoanchor_1">[K1]</a>Not for the client</p></div></div></div>`
  for (const style of ['markdown', 'reply', 'words'] as const)
    expect(textOfPaste(html, 'We offer half price much[K1].', style).text).toBe('We offer much.')
  expect(textOfPaste('<p>Was <del>20</del> 10</p>', '', 'markdown').text).toBe('Was ~~20~~ 10')
})

test('rows and columns that a spreadsheet hides are not pasted', () => {
  const html = `<table><col width=48><col width=0 style='display:none;mso-width-alt:2340'><col width=49>
    <tr><td>Item</td><td>Cost</td><td>Price</td></tr>
    <tr style='display:none'><td>Bribe</td><td>1</td><td>2</td></tr>
    <tr><td>Desk</td><td>9</td><td>30</td></tr>
    <![if supportMisalignedColumns]><tr height=0 style='display:none'><td></td><td></td><td></td></tr><![endif]></table>`
  const text = 'Item\tCost\tPrice\nBribe\t1\t2\nDesk\t9\t30\n'
  const table = '| Item | Price |\n| --- | --- |\n| Desk | 30 |'
  expect(textOfPaste(html, text, 'markdown').text.trim()).toBe(table)
  expect(textOfPaste(html, text, 'reply').text).toBe('Item | Price\nDesk | 30')
  expect(textOfPaste(`<p>Prices</p>${html}`, text, 'markdown').text).toBe(`Prices\n\n${table}`)
  const merged = html.replace('<td>Item</td><td>Cost</td>', '<td colspan=2>Item</td>')
  expect(textOfPaste(`<p>Prices</p>${merged}`, text, 'markdown').text).toBe(`Prices\n\n${table}`)
})

test('editors write code as lines, nested lists as items of their own, and headings without words', () => {
  const paste = (html: string) => textOfPaste(html, '', 'markdown').text
  const code = '<code data-language="js"><span>if (a) {</span><br><span>  b()</span><br><span>}</span></code>'
  expect(paste(`<p>So:</p>${code}`)).toBe('So:\n\n```js\nif (a) {\n  b()\n}\n```')
  expect(paste('<ul><li>a</li><li><ul><li>b</li></ul></li><li>c</li></ul>')).toBe('- a\n  - b\n- c')
  expect(paste('<h1>One</h1><h2>&nbsp;</h2><p>two</p>')).toBe('# One\n\ntwo')
})

test('paragraphs of Word that belong to an item of a list stay in it, and what follows keeps its level', () => {
  const line = (words: string, level: number, margin: number) =>
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:${margin}.0pt;mso-list:l2 level${level} lfo1'><span style='mso-list:Ignore'>1.</span>${words}</p>`
  const more = (words: string, margin = '') =>
    `<p class=MsoListParagraphCxSpMiddle style='${margin}'>${words}</p>`
  const html = `${line('A', 1, 36)}${line('B', 2, 72)}${more('b', 'margin-left:72.0pt')}${line('C', 2, 72)}${more('a')}${line('D', 1, 36)}<p class=MsoNormal>E</p>${more('F')}`
  expect(textOfPaste(html, '', 'markdown').text).toBe(
    '1. A\n\n   1. B\n\n      b\n\n   2. C\n\n   a\n\n2. D\n\nE\n\nF',
  )
})
