import { expect, test } from 'vitest'

import { sitemapOf } from './sitemap.ts'

test('each page has its address and date', () => {
  const at = (path: string, changedAt: number) => ({
    address: `https://agency.example${path}`,
    changedAt,
    alternates: [],
  })
  const xml = sitemapOf([at('/', Date.UTC(2026, 10, 21, 12)), at('/blog/a&b', 0), at('/blog/café <x>', 0)])
  expect(xml).toMatch(
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org/,
  )
  expect(xml).toContain('<loc>https://agency.example/</loc>\n    <lastmod>2026-11-21T12:00:00.000Z</lastmod>')
  expect(xml).toContain('<loc>https://agency.example/blog/a&amp;b</loc>')
  expect(xml).toContain('<loc>https://agency.example/blog/caf%C3%A9%20%3Cx%3E</loc>')
})
