import { Resvg } from '@resvg/resvg-js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { starterColours } from '#app/lib/look.ts'

import { fontPairs, STARTER_PAIR } from '#app/lib/look.ts'

import { drawShareImage, layOutShareImage, type ShareTexts } from './draw-share-image.server.tsx'
import { CARD, TITLE_BOX } from './share-card.server.tsx'

const agency: Omit<ShareTexts, 'title'> = {
  siteName: 'Agency',
  language: 'en',
  address: 'agency.example',
  colours: starterColours,
  fonts: STARTER_PAIR,
  logo: null,
}

const dense =
  'The quick brown fox & vexed nymphs quiz Dr. Blitz on 1234567890 jobs, @wizards #chump §fog; “sphinx” of quartz, '.repeat(
    4,
  )

/** Returns whether nothing is drawn between title and right edge, where each row must have one colour. */
function isClearBesideTitle(svg: string): boolean {
  const { pixels } = new Resvg(svg).render()
  const at = (x: number, y: number) => pixels.readUInt32LE(4 * (y * CARD.width + x))
  for (let y = TITLE_BOX.top; y < TITLE_BOX.top + TITLE_BOX.height; y += 1)
    for (let x = TITLE_BOX.left + TITLE_BOX.width + 8; x < CARD.width; x += 1)
      if (at(x, y) !== at(0, y)) return false
  return true
}

test.each([
  'Contact',
  'AI voice agents, chatbots and automation for business',
  'Łódź, Đà Nẵng, Αθήνα, Київ',
  dense,
])('%s becomes a PNG of 1200 by 630 in less than 100 KB', async (title) => {
  const png = await drawShareImage({ ...agency, title })
  expect(png.toString('latin1', 1, 4)).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  expect(png.length).toBeLessThan(100_000)
})

test('a title is set the smaller the longer it is', async () => {
  const sizes = []
  for (const words of [1, 8, 12, 20, 25])
    sizes.push((await layOutShareImage({ ...agency, title: 'Agents '.repeat(words) })).fontSize)
  expect(sizes[0]).toBe(96)
  expect(sizes.at(-1)).toBeLessThan(60)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
})

test.each(['WWWWWWWWWWWWWW', 'W'.repeat(25), 'w'.repeat(400), 'MMMMMMMM WWWWWWWW '.repeat(30), dense])(
  '%s stays in its box',
  async (title) => {
    const { svg, height } = await layOutShareImage({ ...agency, title })
    expect(height).toBeLessThanOrEqual(TITLE_BOX.height)
    expect(isClearBesideTitle(svg)).toBe(true)
  },
)

test.each([
  ['ar', 'وكلاء صوتيون بالذكاء الاصطناعي من Lumivox، 24/7 (متاح)'],
  ['ur', 'دبئی کے لیے مصنوعی ذہانت ٹیکنالوجی گھر '.repeat(4)],
  ['hi', 'व्यवसाय के लिए एआई एजेंट क्षत्रिय श्री'],
  ['bn', 'ব্যবসার জন্য কৃত্রিম বুদ্ধিমত্তা ক্ষুদ্র'],
  ['zh', '面向企业的人工智能语音助手'.repeat(14)],
  ['zh-Hant', '臺灣企業的語音助理'],
  ['ja', '企業向けAI音声エージェント「東京」<b>&amp;'],
])('a title in %s is drawn whole, in its box', async (language, title) => {
  const { svg, shown, height } = await layOutShareImage({ ...agency, title, language })
  // The layout library sets letters as paths; a title in another script comes as a picture.
  expect(svg.match(/data:image.png/g)).toHaveLength(1)
  expect(title.trim().startsWith(shown.title.slice(0, 100))).toBe(true)
  expect(height).toBeLessThanOrEqual(TITLE_BOX.height)
  expect(isClearBesideTitle(svg)).toBe(true)
})

test('the card of a language written from the right begins there', async () => {
  const { svg } = await layOutShareImage({ ...agency, title: 'A', language: 'ar' })
  const { pixels } = new Resvg(svg).render()
  const inks = (left: number, right: number) => {
    const row = TITLE_BOX.top + TITLE_BOX.height / 2
    const at = (x: number) => pixels.readUInt32LE(4 * (row * CARD.width + x))
    return Array.from({ length: right - left }, (_, x) => at(left + x)).some((ink) => ink !== at(0))
  }
  expect([inks(72, 600), inks(600, 1128)]).toEqual([false, true])
})

test('whatever the texts, the title stays in its box and is drawn as shapes', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.lorem(),
    fc.constantFrom('', ' ', '</text><script>'),
  )
  await fc.assert(
    fc.asyncProperty(text, text, async (title, siteName) => {
      const { svg, height } = await layOutShareImage({ ...agency, title, siteName })
      expect(height).toBeLessThanOrEqual(TITLE_BOX.height)
      expect(svg).not.toMatch(/<script|<text|href="http/)
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['Answers 😀 in 👨‍👩‍👧 seconds', 'Answers in seconds'],
  ['Hello שלום \u202Egnp.exe', 'Hello slvm gnp.exe'],
  ['Visiting თბილისი and 東京 in spring', 'Visiting tbilisi and 東京 in spring'],
  ['東京 and 京都の秋の紅葉', '東京 and 京都の秋の紅葉'],
  ['한국어 안내', 'Agency'],
  ['面向鱻的语音', 'Agency'],
  ['می\u200Cخواهم \u202Eexe', 'می\u200Cخواهم exe'],
  ['😀!', 'Agency'],
  ['', 'Agency'],
  ['Two\r\nlines\t of  it', 'Two lines of it'],
])('%j is shown as %j', async (title, shown) => {
  expect((await layOutShareImage({ ...agency, title })).shown.title).toBe(shown)
})

test('a name that cannot be drawn is replaced by the address, and a long one is cut', async () => {
  const nameless = await layOutShareImage({ ...agency, title: '', siteName: '안녕하세요' })
  expect(nameless.shown).toMatchObject({
    title: 'agency.example',
    siteName: 'agency.example',
    address: 'agency.example',
  })
  const { svg } = await layOutShareImage({
    ...agency,
    title: 'A',
    siteName: 'Long name '.repeat(8),
    address: 'long.'.repeat(40),
  })
  expect(isClearBesideTitle(svg)).toBe(true)
})

test('each pair of fonts draws another image, and a logo stands in place of the name', async () => {
  const title = 'Łódź and Київ'
  const drawn = await Promise.all(
    fontPairs.map(async (fonts) => (await layOutShareImage({ ...agency, title, fonts })).svg),
  )
  expect(new Set(drawn).size).toBe(fontPairs.length)
  const dataUrl = `data:image/png;base64,${(await drawShareImage({ ...agency, title })).toString('base64')}`
  const { svg } = await layOutShareImage({ ...agency, title, logo: { dataUrl, width: 1200, height: 630 } })
  expect(svg).toContain(dataUrl)
})
