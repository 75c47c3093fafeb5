import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toCsv, withoutGuards } from '#app/lib/csv.ts'

import { readTranslations } from './read-translations.server.ts'
import type { FileText } from './translation-file.ts'

async function read(content: string | Uint8Array) {
  const texts: FileText[] = []
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { notes } = await readTranslations(bytes, async (part) => void texts.push(...part))
  return { texts, notes }
}

const xliff = (units: string, head = '') =>
  `<?xml version="1.0"?>${head}<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"><file id="f">${units}</file></xliff>`
const unit = (inner: string) => `<unit id="about:name">${inner}</unit>`
const segment = (source: string, target: string, attributes = '') =>
  `<segment ${attributes}><source>${source}</source><target>${target}</target></segment>`

async function only(content: string): Promise<FileText> {
  const { texts } = await read(content)
  expect(texts).toHaveLength(1)
  return texts[0] as FileText
}

test('segments are joined in the order of their targets, with the white space between them', async () => {
  const joined = unit(
    `${segment('One.', 'Eins.', 'state="final"')}<ignorable><source> </source></ignorable>${segment('Two.', 'Zwei.', 'state="reviewed"')}`,
  )
  expect(await only(xliff(joined))).toEqual({
    ids: ['about:name'],
    source: 'One. Two.',
    target: 'Eins. Zwei.',
    isDone: true,
    language: 'de',
  })
  const turned = unit(
    '<segment><source>A</source><target order="2">a</target></segment><segment><source>B</source><target order="1">b</target></segment>',
  )
  expect(await only(xliff(turned))).toMatchObject({ target: 'ba', isDone: false })
  const half = unit(`${segment('One.', 'Eins.')}<segment><source>Two.</source></segment>`)
  expect(await only(xliff(half))).toMatchObject({ target: '', source: 'One.Two.' })
})

test('codes become what they stand for, and marks, notes, suggestions and other namespaces are skipped', async () => {
  const codes = unit(
    `<mda:metadata xmlns:mda="x"><mda:meta>no</mda:meta></mda:metadata><notes><note>no</note></notes>
     <mtc:matches><mtc:match><source>no</source><target>no</target></mtc:match></mtc:matches>
     <originalData><data id="d1">{price}</data><data id="d2">**</data></originalData>
     ${segment('From <ph id="1" dataRef="d1"/>', '<mrk id="m" type="term">Ab</mrk> <pc id="2" dataRefStart="d2" dataRefEnd="d2"><ph id="1" dataRef="d1"/></pc><cp hex="0021"/><sc id="3" dataRef="d2"/>x<ec startRef="3" dataRef="d2"/>')}`,
  )
  expect(await only(xliff(codes))).toMatchObject({
    source: 'From {price}',
    target: 'Ab **{price}**!**x**',
  })
})

test('XLIFF 1.2 is read, without its suggestions', async () => {
  const old = `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="x" source-language="en" target-language="de-DE"><body><group>
    <trans-unit id="7" resname="about:name" approved="yes"><source>About</source><seg-source><mrk mtype="seg" mid="0">About</mrk></seg-source>
    <target><mrk mtype="seg" mid="0">Über <g id="1">uns</g><ph id="2">{price}</ph></mrk></target>
    <alt-trans><source>no</source><target>no</target></alt-trans></trans-unit></group></body></file></xliff>`
  expect(await only(old)).toEqual({
    ids: ['7', 'about:name'],
    source: 'About',
    target: 'Über uns{price}',
    isDone: true,
    language: 'de-DE',
  })
})

test('a text of XLIFF 1.2 of which a segment is not translated has no translation yet', async () => {
  const withSecond = (second: string) =>
    only(`<xliff version="1.2"><file target-language="de"><body><trans-unit id="about:name"><source>One. Two. <x id="1"/></source>
    <seg-source><mrk mtype="seg" mid="0">One.</mrk> <mrk mtype="seg" mid="1">Two.</mrk> <mrk mtype="seg" mid="2"><x id="1"/></mrk></seg-source>
    <target><mrk mtype="seg" mid="0">Eins.</mrk> <mrk mtype="seg" mid="1">${second}</mrk> <mrk mtype="seg" mid="2"><x id="1"/></mrk></target></trans-unit></body></file></xliff>`)
  expect(await withSecond('Zwei.')).toMatchObject({ source: 'One. Two. ', target: 'Eins. Zwei. ' })
  expect(await withSecond('')).toMatchObject({ source: 'One. Two. ', target: '' })
})

test('an ampersand that was not escaped is taken as such', async () => {
  const bare = segment('Q & A<!-- & -->', 'R&D works at AT&T: <![CDATA[a & b]]> &amp; &#38;')
  const { texts, notes } = await read(xliff(unit(bare) + unit(segment('x', 'y'))))
  expect(texts).toMatchObject([{ source: 'Q & A', target: 'R&D works at AT&T: a & b & &' }, { target: 'y' }])
  expect(notes).toEqual([])
})

test('a damaged file is read up to its fault, and entities are never resolved', async () => {
  const bomb = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(100)}"><!ENTITY x SYSTEM "file:///etc/passwd">]>`
  const { texts } = await read(xliff(unit(segment('x', '&b;&x;')), bomb))
  expect(texts).toMatchObject([{ target: '&b;&x;' }])
  const cut = xliff(unit(segment('x', 'y')) + unit(segment('z', 'z'))).slice(0, -60)
  expect(await read(cut)).toMatchObject({
    texts: [{ target: 'y' }],
    notes: [expect.stringMatching(/damaged in line 1/)],
  })
  const deep = xliff(unit(segment('x', 'y')) + '<group id="g">'.repeat(200))
  expect(await read(deep)).toMatchObject({
    texts: [{ target: 'y' }],
    notes: [expect.stringMatching(/too deep/)],
  })
})

test('codes that stand for far more than the file has are no text', async () => {
  const codes = '<ph id="1" dataRef="d"/>'.repeat(5000)
  const bomb = (length: number) =>
    unit(`<originalData><data id="d">${'x'.repeat(length)}</data></originalData>${segment(codes, codes)}`)
  expect(await read(xliff(bomb(300_000) + bomb(10) + bomb(40)))).toMatchObject({
    texts: [{ source: 'x'.repeat(50_000), target: 'x'.repeat(50_000) }],
    notes: ['2 texts are longer than any text of a page.'],
  })
})

test('what is no file of a translator is refused in a sentence', async () => {
  for (const [content, sentence] of [
    ['<!doctype html><html><p>XLIFF', /web page/],
    ['<tmx version="1.4"></tmx>', /neither XLIFF nor CSV/],
    ['<', /neither XLIFF nor CSV/],
    ['', /empty/],
    ['\0\0\0', /.+/],
    ['a;b\n1;2', /columns “id” and “translation”/],
    [Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), /spreadsheet/],
    [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), /spreadsheet/],
  ] as const)
    await expect(read(content as string), String(content)).rejects.toMatchObject({
      fields: { file: expect.stringMatching(sentence) },
    })
})

test('CSV is read with any separator, encoding and order of columns', async () => {
  const rows = (separator: string) =>
    [
      ['translation', 'id', 'source'],
      ['"Über ""uns"""', 'about:name', 'About'],
    ]
      .map((row) => row.join(separator))
      .join('\r\n')
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
  for (const content of [rows(','), rows(';'), `\uFEFF${rows('\t')}`, utf16(rows('\t'))]) {
    expect((await read(content)).texts).toMatchObject([
      { ids: ['about:name'], source: 'About', target: 'Über "uns"' },
    ])
  }
  expect((await read('id,translation\nabout:name')).texts).toMatchObject([{ target: '', source: null }])
  const latin = Uint8Array.from(Buffer.from('id;translation\nabout:name;Über', 'latin1'))
  expect((await read(latin)).texts).toMatchObject([{ target: 'Über' }])
  expect((await read('id,translation\na,b\nc,"d')).notes).toHaveLength(1)
})

test('what an export guards against formulas is read as it was', () => {
  const tame = fc.stringMatching(/^[a-z=+\-@;\n" ]*$/).filter((text) => !text.includes("'"))
  fc.assert(
    fc.property(tame, (text) => {
      const cell = toCsv([[text]])
      const raw = cell.startsWith('"') ? cell.slice(1, -3).replaceAll('""', '"') : cell.slice(0, -2)
      expect(withoutGuards(raw)).toBe(text)
    }),
  )
})

test('nothing that is damaged makes the reader fail', async () => {
  const good = xliff(
    unit(`<originalData><data id="d">x</data></originalData>${segment('a', '<ph id="1" dataRef="d"/>')}`),
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(good.length), fc.nat(40), fc.string({ maxLength: 8 }), async (at, cut, added) => {
      const damaged = good.slice(0, at) + added + good.slice(at + cut)
      await read(damaged).catch((error: { fields?: unknown }) => {
        if (!error.fields) throw error
      })
    }),
  )
})
