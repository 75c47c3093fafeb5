import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readFrontMatter, writeFrontMatter } from './front-matter.ts'
import { UnreadableImport } from './import-file.ts'

const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((text) => text.replaceAll(/\s+/g, ' ').trim() || 'x')
const tag = line.map((text) => text.replaceAll(/[,]/g, '').trim() || 'x')

test('what is written is read back the same', () => {
  const forms = fc.record({
    title: line,
    slug: fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/),
    content: fc
      .string({ unit: 'grapheme', maxLength: 300 })
      .map((text) => `Text ${text}`.replaceAll('\r', '').trim()),
    excerpt: fc.oneof(fc.constant(''), line),
    imageUrl: fc.constantFrom('', 'https://a.example/b.png', '/images/x.png'),
    imageAlt: fc.oneof(fc.constant(''), line),
    tags: fc.array(tag, { maxLength: 3 }).map((tags) => tags.join(', ')),
    language: fc.constantFrom('', 'ar', 'zh-Hant'),
    author: fc.oneof(fc.constant(''), line),
  })
  const moments = fc.integer({ min: 0, max: 4e12 })
  fc.assert(
    fc.property(forms, moments, fc.boolean(), (form, moment, isPublished) => {
      const post = { form, createdAt: moment, publishedAt: isPublished ? moment : null }
      expect(readFrontMatter(writeFrontMatter(post), 'any.md')).toEqual(post)
    }),
  )
})

test('other generators’ names are understood', () => {
  const text =
    '---\ntitle: "One: two"\nlocale: pt_BR\nauthor: Ana\npubDate: 2024-05-01\ndescription: Short.\ncover: https://a.example/c.png\ncategories:\n  - News\n  - 2024\n---\nText'
  expect(readFrontMatter(text, 'posts/2024-05-01-one-two.md')).toEqual({
    form: {
      title: 'One: two',
      slug: 'one-two',
      content: 'Text',
      excerpt: 'Short.',
      imageUrl: 'https://a.example/c.png',
      imageAlt: '',
      tags: 'News, 2024',
      language: 'pt',
      author: 'Ana',
    },
    createdAt: Date.UTC(2024, 4, 1),
    publishedAt: Date.UTC(2024, 4, 1),
  })
})

test('without front matter the first heading is the title, and the post a draft', () => {
  expect(readFrontMatter('# Hello there\r\n\r\nText', 'a/hello.md')).toMatchObject({
    form: { title: 'Hello there', slug: 'hello', content: 'Text' },
    publishedAt: null,
  })
  expect(readFrontMatter('Text', 'my_first-note.md').form.title).toBe('my first note')
  expect(
    readFrontMatter('---\ntitle: A\ndraft: true\ndate: 2024-01-01\n---\n', 'a.md').publishedAt,
  ).toBeNull()
})

test.each(['---\ntitle: [\n---\n', '---\n- a\n---\n', '---\na: &a x\nb: *a\n---\n', '---\n"\n---\n'])(
  '%j is refused',
  (text) => {
    expect(() => readFrontMatter(text, 'a.md')).toThrow(UnreadableImport)
  },
)

test('front matter as long as a book is refused before it is read', () => {
  const text = `---\na: ${'x'.repeat(30_000)}\n---\n`
  expect(() => readFrontMatter(text, 'a.md')).toThrow('Its front matter is too long.')
})
