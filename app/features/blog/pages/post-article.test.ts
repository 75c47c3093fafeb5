import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { elements, textOf } from '#tests/support/page-html.ts'

import { type ArticleProps, PostArticle } from './post-article.tsx'

function shown(props: Partial<ArticleProps>): string {
  const article: ArticleProps = {
    title: 'Title',
    date: 'November 1, 2026',
    dateTime: '2026-11-01T09:00:00.000Z',
    minutes: 1,
    imageUrl: null,
    imageAlt: null,
    tags: [],
    language: null,
    author: null,
    updated: null,
    html: '<p>Text</p>',
    copyright: { year: 2026, siteName: 'Agency' },
  }
  return renderToStaticMarkup(createElement(PostArticle, { ...article, ...props }))
}

test('an article without language, author and update has none of their marks', () => {
  const html = shown({})
  expect(html).not.toMatch(/ (lang|dir)=/)
  expect(textOf(html)).toContain('Published on November 1, 2026')
  expect(textOf(html)).not.toMatch(/Updated|By /)
})

test('the date of an update stands beside the first, for machines too', () => {
  const at = '2026-11-20T09:00:00.000Z'
  const html = shown({ language: 'he', updated: { date: 'November 20, 2026', at } })
  expect(textOf(html)).toContain('Updated November 20, 2026')
  expect(elements(html, 'time')).toMatchObject([{}, { datetime: at, lang: 'en', dir: 'ltr' }])
  expect(elements(html, 'article')).toMatchObject([{ lang: 'he', dir: 'rtl' }])
})
