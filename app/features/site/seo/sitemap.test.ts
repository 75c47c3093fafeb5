import { expect, test } from 'vitest'

import { sitemapOf } from './sitemap.ts'

test('each page has its address and date', () => {
  const xml = sitemapOf(
    [
      { path: '/', changedAt: Date.UTC(2026, 10, 21, 12) },
      { path: '/blog/a&b', changedAt: 0 },
      { path: '/blog/café <x>', changedAt: 0 },
    ],
    'https://agency.example',
  )
  expect(xml).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org/,
  )
  expect(xml).toContain('<loc>https://agency.example/</loc>\n    <lastmod>2026-11-21T12:00:00.000Z</lastmod>')
  expect(xml).toContain('<loc>https://agency.example/blog/a&amp;b</loc>')
  expect(xml).toContain('<loc>https://agency.example/blog/caf%C3%A9%20%3Cx%3E</loc>')
})
