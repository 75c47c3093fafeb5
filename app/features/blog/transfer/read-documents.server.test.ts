import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { FieldErrors } from '#app/platform/errors.ts'

import { readImportFile } from './read-import-file.server.ts'
import type { StagedEntry } from './read-import.ts'

type Files = Record<string, string | Uint8Array>

const folder = mkdtempSync(join(tmpdir(), 'foyer-test-'))
let count = 0

async function read(name: string, bytes: Uint8Array, base = '') {
  const path = join(folder, String((count += 1)))
  writeFileSync(path, bytes)
  const entries: StagedEntry[] = []
  const notes: string[] = []
  const settings = { base, timeZone: 'Europe/Berlin', now: Date.parse('2026-06-01T00:00:00Z') }
  await readImportFile({ path, name, ...settings }, async (part) => {
    if ('entries' in part) entries.push(...part.entries)
    if ('notes' in part) notes.push(...part.notes)
  })
  return { entries: entries.toSorted((a, b) => a.place.localeCompare(b.place)), notes }
}

const zipped = (files: Files) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? strToU8(file) : file]),
    ),
  )
const readFiles = (files: Files, base = '') => read('posts.zip', zipped(files), base)

const medium = ({ date = '<time class="dt-published" datetime="2020-01-02T03:04:05.678Z">x</time>' } = {}) =>
  `<!DOCTYPE html><html><head><title>T</title></head><body><article class="h-entry">
<header><h1 class="p-name">A story</h1></header><section data-field="subtitle" class="p-summary">In short</section>
<section data-field="body" class="e-content"><section><div><hr class="section-divider"></div>
<h3 class="graf--title">A story</h3><p>Words <em>here</em>.</p><pre>a\n\n  b</pre></section></section>
<footer><p>By <a class="p-author h-card">Jane Doe</a> on <a>${date}</a></p>
<p><a href="https://medium.com/@jane/a-story-0123456789ab" class="p-canonical">Canonical link</a></p></footer>
</article></body></html>`

test('Medium’s stories come with title, date, author and address, and drafts as drafts', async () => {
  const { entries, notes } = await readFiles({
    'posts/2020-01-02_A-story-0123456789ab.html': medium(),
    'posts/draft_Another-0123456789cd.html': medium({ date: '' }),
    'profile/profile.html': '<h1>Profile</h1>',
  })
  expect(entries).toMatchObject([
    {
      state: 'published',
      title: 'A story',
      at: Date.parse('2020-01-02T03:04:05.678Z'),
      post: {
        form: {
          slug: 'a-story',
          author: 'Jane Doe',
          excerpt: 'In short',
          content: 'Words _here_.\n\n```\na\n\n  b\n```',
        },
        formerPaths: ['/@jane/a-story-0123456789ab'],
      },
    },
    { state: 'draft', reason: 'It was a draft.' },
  ])
  expect(notes).toEqual(['Left out: 1 page, because only posts are imported.'])
})

test('what Medium exports of responses to other stories are drafts', async () => {
  const response = (title: string, text: string) =>
    medium()
      .replace('A story</h1>', `${title}</h1>`)
      .replace(/<h3[^]*<\/pre>/, `<p>${text}</p><p>b</p>`)
  const { entries } = await readFiles({
    'posts/a.html': response('Thank you, Ann! I…', 'Thank you, <em>Ann</em>! I agree.'),
    'posts/b.html': response('Thank you', 'I thank you, Ann.'),
  })
  expect(entries.map(({ reason }) => reason)).toEqual(['It seems to be a response to another story.', null])
})

const substack = (rows: string) => `post_id,post_date,is_published,type,audience,title,subtitle\n${rows}`

test('Substack’s posts take their fields from its list, and only those for everyone are public', async () => {
  const row = (id: string, said: string, title = '"One, ""two"""') =>
    `${id},2024-03-01T10:00:00.000Z,${said},${title},Sub\n`
  const { entries, notes } = await readFiles(
    {
      'posts.csv': substack(
        row('1.one', 'true,newsletter,everyone') +
          row('2.two', 'true,newsletter,only_paid') +
          row('3.three', 'false,newsletter,everyone') +
          row('4.four', 'TRUE,page,everyone') +
          row('5.five', 'true,newsletter,') +
          row('6.six', 'true,newsletter,everyone') +
          row('8.eight', 'true,adhoc_email,everyone') +
          row('9.nine', 'true,Thread,everyone'),
      ),
      'posts/1.one.html': '<p>Text</p><p class="button-wrapper" data-attrs="/subscribe?">Subscribe now</p>',
      'posts/2.two.html': '<p>Paid</p>',
      'posts/3.three.html': '<p>Not yet</p>',
      'posts/4.four.html': '<p>About</p>',
      'posts/5.five.html': '<p>For whom?</p>',
      'posts/6.six.html': '<p>Free</p><div class="paywall-jump"></div><p>Paid</p>',
      'posts/7.seven.html': '<p>In no list</p>',
      'posts/8.eight.html': '<p>To some readers</p>',
      'posts/9.nine.html': '<p>To all</p>',
    },
    'https://jane.substack.com',
  )
  expect(entries.map(({ place, state }) => `${place} ${state}`)).toEqual([
    'posts/1.one.html published',
    'posts/2.two.html draft',
    'posts/3.three.html draft',
    'posts/5.five.html draft',
    'posts/6.six.html draft',
    'posts/7.seven.html draft',
    'posts/8.eight.html draft',
    'posts/9.nine.html published',
  ])
  expect(entries[0]).toMatchObject({
    title: 'One, "two"',
    post: { form: { slug: 'one', content: 'Text', excerpt: 'Sub' }, formerPaths: ['/p/one'] },
  })
  expect(notes).toEqual(['Left out: 1 page, because only posts are imported.'])
})

test('other HTML pages are drafts without what stands around their text', async () => {
  const { entries, notes } = await readFiles({
    'a.html': `<html lang="de"><head><title>Blog – Eins</title><meta name="keywords" content="x, y">
      <meta property="article:published_time" content="2024-05-01T10:00:00Z"></head><body>
      <nav>Start</nav><main><h1>Eins</h1><p>Text <a href="b.html">zwei</a></p><footer>© 2024</footer></main></body></html>`,
    'post/index.html': '<h1>Zwei</h1><p>Bild <img src="bild.png" alt="B"></p><nav>Menü</nav>',
    'post/bild.png': 'png',
    'brief.pdf': 'pdf',
  })
  expect(entries).toMatchObject([
    {
      state: 'draft',
      reason: 'The file does not say whether it was public.',
      at: Date.parse('2024-05-01T10:00:00Z'),
      post: { form: { title: 'Eins', language: 'de', tags: 'x, y', content: 'Text [zwei](b.html)' } },
    },
    { title: 'Zwei', post: { form: { slug: 'post', content: 'Bild ![B](import-file:post%2Fbild.png)' } } },
  ])
  expect(notes).toEqual(['The zip also has 1 .pdf file, which no post names.'])
})

const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`
const picture = `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="P" descr="A picture"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
const word = (body: string): Files => ({
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/image1.png"/></Relationships>`,
  'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
  'word/styles.xml': `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
  'word/media/image1.png': 'png',
  'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>Jane</dc:creator><dc:title></dc:title></cp:coreProperties>`,
})
const letter = word(
  paragraph('Our &amp; your plans', 'Titel') +
    paragraph('Why', 'berschrift1') +
    paragraph('Because.') +
    picture,
)

test('a Word document becomes a draft with headings and pictures, alone and in a zip', async () => {
  const alone = await read('Our plans.docx', zipped(letter))
  expect(alone.entries).toMatchObject([
    {
      state: 'draft',
      title: 'Our & your plans',
      post: {
        form: {
          author: 'Jane',
          slug: 'Our plans',
          content: '# Why\n\nBecause.\n\n![A picture](import-file:word%2Fmedia%2Fimage1.png)',
        },
      },
    },
  ])
  const { entries } = await readFiles({
    'texts/Our plans.docx': zipped(letter),
    'texts/locked.docx': 'no zip',
    'texts/empty.docx': zipped({ 'word/document.xml': '<nothing/>' }),
  })
  expect(entries.map(({ place, state }) => `${place} ${state}`)).toEqual([
    'texts/empty.docx unread',
    'texts/Our plans.docx draft',
  ])
  expect(entries[1]?.post?.form.content).toContain(
    'import-file:texts%2FOur%20plans.docx%2Fword%2Fmedia%2Fimage1.png',
  )
})

test('what Word hides or only names is left out with a word', async () => {
  const run = (text: string, properties: string) =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
  const row = (...texts: string[]) => `<w:tr>${texts.map(cell).join('')}</w:tr>`
  const { entries, notes } = await read(
    'a.docx',
    zipped({
      ...word(
        `<w:p>${run('Seen', '<w:b/><w:vanish w:val="0"/>')}${run('secret', '<w:b/><w:vanish/>')}${run('secret', '<w:vanish />')}${run('secret', '<w:rStyle w:val="Hid"/>')}${run(' still', '<w:rPrChange w:id="1"><w:rPr><w:vanish/></w:rPr></w:rPrChange>')}<w:r><w:rPr><w:vanish/></w:rPr><w:pict>${paragraph('secret')}</w:pict></w:r></w:p>
        <w:p><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>x</m:t></m:r></m:oMath></w:p><w:tbl>${row('A', 'B')}${row('c', 'd')}</w:tbl>`,
      ),
      'customXml/item1.xml': '<x/>',
      'word/styles.xml':
        '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="character" w:styleId="Hid"><w:name w:val="Hid"/><w:rPr><w:vanish/></w:rPr></w:style></w:styles>',
    }),
  )
  expect(entries[0]?.post?.form.content).toBe(
    '**Seen** still\n\n<table><tbody><tr><td>A</td><td>B</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
  )
  expect(entries[0]?.notes).toEqual(['Hidden text was left out.', 'A formula was left out.'])
  expect(notes).toEqual([])
})

test('exports of other programs within a zip are read, with the pictures beside them', async () => {
  const ghost = {
    db: [
      {
        data: {
          posts: [
            {
              title: 'G',
              slug: 'g',
              status: 'published',
              visibility: 'public',
              type: 'post',
              published_at: '2024-01-01T00:00:00Z',
              html: '<p><img src="__GHOST_URL__/content/images/a.png" alt="A"></p>',
            },
          ],
        },
      },
    ],
  }
  const { entries, notes } = await readFiles(
    {
      'data/ghost.json': JSON.stringify(ghost),
      'content/images/a.png': 'png',
      'broken.xml': '<a>',
      'x.txt': '',
    },
    'https://old.example',
  )
  expect(entries).toMatchObject([
    { place: 'broken.xml', state: 'unread' },
    { state: 'published', post: { form: { content: '![A](import-file:content%2Fimages%2Fa.png)' } } },
  ])
  expect(notes).toEqual(['The zip also has 1 .txt file, which no post names.'])
})

test('a zip with another ending is not opened, because it might contain itself', async () => {
  const { entries } = await readFiles({ 'a.xml': zipped({ 'b.xml': zipped({ 'c.json': '{}' }) }) })
  expect(entries).toMatchObject([{ place: 'a.xml', state: 'unread' }])
  expect(entries[0]?.reason).toContain('zip within the zip')
})

test('a list whose quotation mark is never closed still gives the rows before', async () => {
  const { entries } = await readFiles({
    'posts.csv': substack(
      '1.one,2024-03-01,true,newsletter,everyone,One,Sub\n2.two,2024-03-01,true,newsletter,everyone,"Two',
    ),
    'posts/1.one.html': '<p>1</p>',
    'posts/2.two.html': '<p>2</p>',
  })
  expect(entries.map(({ state }) => state)).toEqual(['published', 'draft'])
})

test('a zip without posts says what it has', async () => {
  await expect(readFiles({ 'a.txt': '1', 'b.txt': '2', 'inner.zip': 'no zip' })).rejects.toThrow(FieldErrors)
  const said = await readFiles({ 'a.txt': '1', 'b.txt': '2', 'inner.zip': 'no zip' }).catch(
    (error: FieldErrors) => error.fields['file'],
  )
  expect(said).toBe('No post was found. The zip also has 2 .txt files and 1 .zip file, which no post names.')
})

test('no page is public unless its source plainly says so', async () => {
  const words = fc.constantFrom(
    'true',
    'TRUE',
    'false',
    '',
    'maybe',
    'everyone',
    'only_paid',
    'newsletter',
    'x',
  )
  const robots = fc.constantFrom('', '<meta name="robots" content="noindex">')
  await fc.assert(
    fc.asyncProperty(words, words, words, robots, async (published, type, audience, meta) => {
      const { entries } = await readFiles({
        'posts.csv': substack(`1.a,2024-01-01T00:00:00Z,${published},${type},${audience},A,`),
        'posts/1.a.html': `${meta}<p>x</p>`,
      })
      const isPlain =
        published.toLowerCase() === 'true' && audience === 'everyone' && /^(?:newsletter)?$/.test(type)
      for (const { state } of entries) if (state === 'published') expect(isPlain).toBe(true)
    }),
    { numRuns: 60 },
  )
})
