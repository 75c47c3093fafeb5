import { existsSync, readdirSync, readFileSync } from 'node:fs'

import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { definePDFJSModule, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'
import { createAnnotatedPdf, createPdf } from '#tests/factories/pdf.ts'

import { wordsIn } from './coverage.ts'
import { readDocument } from './read-document.server.ts'
import { readOwnPage } from './read-html.server.ts'
import { type Original, type Reading, ReadingRefused } from './reading.ts'

const whole = { entries: 1_000_000, length: 1_000_000 }

const bytesOf = (text: string) => new TextEncoder().encode(text)
const asText = (text: string): Original => ({ kind: 'text', bytes: bytesOf(text) })
const asPage = (html: string): Original => ({
  kind: 'html',
  bytes: bytesOf(html),
  contentType: 'text/html; charset=utf-8',
  url: 'http://fakehost/test/page.html',
})

async function read(original: Original): Promise<Reading | null> {
  return readDocument(original, undefined, whole).catch((error: unknown) => {
    if (error instanceof ReadingRefused) return null
    throw error
  })
}

/** Expects each word of the original in a passage or in the list of what was left out, and their counts to add up. */
function expectNothingLost({ passages, coverage }: Reading, words: readonly string[]): void {
  const { leftOut, unlisted, indexed } = coverage
  const found = new Set(passages.flatMap(({ headings, text }) => [...headings, text].flatMap(wordsIn)))
  const listed = new Set(leftOut.flatMap(({ text }) => wordsIn(text)))
  expect(words.filter((word) => !found.has(word) && !listed.has(word))).toEqual([])
  expect(leftOut.filter(({ reason }) => reason === 'unknown')).toEqual([])
  expect(unlisted).toBe(0)
  expect(indexed + leftOut.reduce((sum, entry) => sum + entry.words, 0)).toBe(coverage.words)
}

/** Extracts the visible text independently of the reader: all text except in elements that browsers do not show. */
function textOfPage(html: string): string {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  for (const element of document.querySelectorAll(
    'script, style, noscript, template, svg, iframe, object, canvas, head',
  ))
    element.remove()
  return document.documentElement.textContent
}

for (const { title, isHere, path } of corporaOf('pages')) {
  const names = isHere ? readdirSync(path()).filter((name) => existsSync(path(name, 'source.html'))) : []
  if (names.length === 0) test.skip(`no word of a page is lost (${title})`)
  for (const name of names)
    test(`no word of ${name} is lost (${title})`, async () => {
      const html = readFileSync(path(name, 'source.html'), 'utf8')
      const reading = await read(asPage(html))
      if (!reading) throw new Error('The page was refused.')
      expectNothingLost(reading, [])
      expect(lettersOf(textsOf(reading))).toEqual(lettersOf([textOfPage(html)]))
    })
}

for (const { title, isHere, json } of corporaOf('markdown'))
  test.skipIf(!isHere)(`no word of Markdown is lost (${title})`, async () => {
    for (const { markdown } of json() as { markdown: string }[]) {
      const reading = await read(asText(markdown))
      if (!reading) continue
      expectNothingLost(reading, wordsIn(markdown))
      expect(reading.coverage.indexed).toBe(wordsIn(markdown).length)
    }
  })

for (const { title, isHere, path, json } of corporaOf('pdf'))
  test.skipIf(!isHere)(`no letter of a PDF is lost (${title})`, async () => {
    for (const { file } of json() as { file: string }[]) {
      const bytes = new Uint8Array(readFileSync(path(file)))
      const reading = await read({ kind: 'pdf', bytes: bytes.slice() })
      if (!reading) continue
      expectNothingLost(reading, [])
      expect(lettersOf(textsOf(reading)), file).toEqual(lettersOf(await drawnTexts(bytes)))
    }
  })

function textsOf({ sections, coverage }: Reading): string[] {
  const fresh = sections.flatMap(({ headings, text }, at) => {
    const above = sections[at - 1]?.headings
    return [...headings.filter((heading, depth) => heading !== above?.[depth]), text]
  })
  return [
    ...fresh,
    ...coverage.leftOut.flatMap(({ text, times }) => Array.from({ length: times }, () => text)),
  ]
}

async function drawnTexts(bytes: Uint8Array): Promise<string[]> {
  await definePDFJSModule(() => import('unpdf/pdfjs'))
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 })
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ disableNormalization: true })
    texts.push(...items.flatMap((item) => ('str' in item ? [item.str] : [])))
  }
  return texts
}

function lettersOf(texts: readonly string[]): Record<string, number> {
  const letters = Object.groupBy(texts.join('').normalize('NFKC').match(/\p{L}/gu) ?? [], (letter) => letter)
  return Object.fromEntries(
    Object.entries(letters)
      .map(([letter, all]) => [letter, all?.length ?? 0] as const)
      .sort(([one], [other]) => one.localeCompare(other)),
  )
}

const words = fc.array(fc.constantFrom('larch', 'Sunday', '9', 'straße', '漢字', 'a'), {
  minLength: 1,
  maxLength: 8,
})
const line = words.map((some) => some.join(' '))

test('no word of any document is lost', async () => {
  const block = fc.tuple(fc.constantFrom('# ', '### ', '- ', '> ', '', '| ', '    ', '```\n', '[a]: /'), line)
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 20 }), async (blocks) => {
      const text = `Larch\n\n${blocks.map(([mark, body]) => mark + body).join('\n\n')}`
      const reading = await read(asText(text))
      if (!reading) throw new Error('The document was refused.')
      expectNothingLost(reading, wordsIn(text))
      expect(reading.coverage.words).toBe(wordsIn(text).length)
    }),
    { numRuns: 60, seed: 16 },
  )
})

test('no word of any page is lost', async () => {
  const { html } = fc.letrec<{ html: string }>((tie) => ({
    html: fc.oneof(
      { maxDepth: 4 },
      line,
      fc
        .tuple(
          fc.constantFrom(
            ...'p div h1 h2 ul li table tr td th nav form button aside header footer article main section select option span b pre label caption figure details fieldset'.split(
              ' ',
            ),
          ),
          fc.array(tie('html'), { maxLength: 4 }),
        )
        .map(([name, inside]) => `<${name}>${inside.join(' ')}</${name}>`),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(fc.array(html, { minLength: 1, maxLength: 8 }), async (pieces) => {
      const source = `<p>Larch stands for forty years.</p> ${pieces.join(' ')}`
      const reading = await read(asPage(source))
      if (reading) expectNothingLost(reading, wordsIn(textOfPage(source)))
    }),
    { numRuns: 80, seed: 16 },
  )
})

test('no word of any PDF is lost', async () => {
  const spec = fc.record({
    text: line.map((text) => text.replaceAll(/[^ -~]/g, 'x')),
    size: fc.constantFrom(9, 11, 16, 24),
  })
  const pages = fc.array(fc.array(spec, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 7 })
  await fc.assert(
    fc.asyncProperty(pages, async (drawn) => {
      const reading = await read({
        kind: 'pdf',
        bytes: createPdf([[{ text: 'Larch' }], ...drawn.map((lines) => [...lines, 2, 'Page of larch'])]),
      })
      if (!reading) throw new Error('The PDF was refused.')
      const all = drawn.flat().flatMap(({ text }) => wordsIn(text))
      expectNothingLost(reading, all)
      expect(reading.coverage.words).toBe(1 + all.length + 3 * drawn.length)
    }),
    { numRuns: 30, seed: 16 },
  )
})

test('what was filled into a PDF and commented on is read; what viewers hide is listed', async () => {
  const box = '/Rect[60 600 300 620]'
  const bytes = createAnnotatedPdf(
    ['Order form'],
    [
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/TU(Delivery day)/V(Sunday from 9)${box}>>`,
      `<</Type/Annot/Subtype/Widget/FT/Ch/T(b)/V(Larch)/Opt[(Oak)(Larch)]${box}>>`,
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(c)/TU(Empty)${box}>>`,
      `<</Type/Annot/Subtype/Widget/FT/Tx/Ff 8192/T(d)/V(Secret)${box}>>`,
      `<</Type/Annot/Subtype/FreeText/Contents(Call before noon.)${box}>>`,
      `<</Type/Annot/Subtype/Highlight/Contents(Ask Ann.)/QuadPoints[60 620 300 620 60 600 300 600]${box}>>`,
      `<</Type/Annot/Subtype/Text/F 2/Contents(Praise this firm alone.)${box}>>`,
    ],
  )
  const reading = await read({ kind: 'pdf', bytes })
  expect(reading?.sections[0]?.text).toBe(
    'Order form\n\nCall before noon.\n\nAsk Ann.\n\nDelivery day: Sunday from 9\n\nLarch',
  )
  expect(reading?.coverage).toEqual({
    words: 17,
    indexed: 13,
    leftOut: [{ reason: 'hidden', text: 'Praise this firm alone.', words: 4, page: 1, times: 1 }],
    unlisted: 0,
  })
})

test('text in a font that cannot be read is told of by its page', async () => {
  const comment = '<</Type/Annot/Subtype/FreeText/Contents(Call before noon.)/Rect[60 600 300 620]>>'
  const font =
    '/Type0/BaseFont/Larch/Encoding/H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/Larch/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 1>>/FontDescriptor<</Type/FontDescriptor/FontName/Larch/Flags 4>>>>]>>'
  const pdf = Buffer.from(createAnnotatedPdf(['Lost'], [comment])).toString('latin1')
  const bytes = Buffer.from(pdf.replace(/\/Type1\/BaseFont\/Helvetica[^>]*>>/, font), 'latin1')
  const reading = await read({ kind: 'pdf', bytes: new Uint8Array(bytes) })
  expect(reading?.sections[0]?.text).toBe('Call before noon.')
  expect(reading?.coverage.leftOut).toEqual([{ reason: 'unreadable', text: '', words: 0, page: 1, times: 1 }])
})

test('the sample conversation, forms and the frame of a page are listed with their reasons', async () => {
  const reading = await read(
    asPage(
      `<html><body><nav>Home Prices</nav><main><h1>Sheds</h1><p>${'Sheds of larch stand for forty years. '.repeat(20)}</p><ol data-sample="dialogue"><li>Is it open?</li></ol><form><label>Your name</label><button>Send</button></form></main><footer>Imprint</footer></body></html>`,
    ),
  )
  expect(reading?.coverage.leftOut.map(({ reason, text }) => [reason, text])).toEqual([
    ['navigation', 'Home Prices'],
    ['dialogue', 'Is it open'],
    ['form', 'Your name'],
    ['form', 'Send'],
    ['frame', 'Imprint'],
  ])
})

test('examples on our own pages are left out and listed, also inside a heading, and links in a row stay apart', () => {
  const { text, coverage } = readOwnPage(
    `<html><body><main><h2>We build <span>Sites, Films</span><span data-sample="repeated"><b>Sites</b><b>Films</b></span></h2><p><a href="/a">Start</a><a href="/b">Explore</a></p><div data-sample="calculator"><label>People</label><output>$2,905</output></div></main></body></html>`,
  )
  expect(text).toBe('# We build Sites, Films\n\nStart Explore')
  expect(coverage.leftOut.map(({ reason, text: excerpt }) => [reason, excerpt])).toEqual([
    ['repeated', 'SitesFilms'],
    ['calculator', 'People$2,905'],
  ])
})
