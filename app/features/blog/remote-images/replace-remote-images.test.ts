import fc from 'fast-check'
import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { parseFragment } from 'parse5'
import { expect, test } from 'vitest'

import { elementsIn } from '#app/features/editing/html-tree.ts'
import { renderContent } from '../content/render-content.server.ts'

import { remoteImagesIn, replaceRemoteImages } from './replace-remote-images.ts'

const site = 'https://agency.example'
const local = '/images/00000000-0000-4000-8000-000000000000/640x480.webp'

async function shown(source: string, kept: Record<string, string> = {}): Promise<string> {
  const { html } = await renderContent(source)
  return replaceRemoteImages(html, new Map(Object.entries(kept)), site)
}

/** Returns the addresses that a browser would load. */
function loadedBy(html: string): string[] {
  return [...elementsIn(fromParse5(parseFragment(html)) as Root)].flatMap(({ properties }) =>
    [properties['src'], properties['srcSet']]
      .flat()
      .flatMap((value) => (typeof value === 'string' ? value.split(/[\s,]+/) : [])),
  )
}

test('a picture that is kept stands in the place of its original, in every width', async () => {
  const address = 'https://pictures.example/cat.png?a=1&b=%22'
  const html = await shown(`![A "cat" & <dog>](${address} "Ours")`, { [address]: local })
  expect(html).toContain('<picture><source type="image/avif"')
  expect(html).toContain(`<img src="${local}" alt="A &#x22;cat&#x22; &#x26; &#x3C;dog&#x3E;" title="Ours"`)
  expect(html).toContain('width="640" height="480"')
  expect(html).not.toContain('pictures.example')
})

test('of another its description is left, as a link unless it stands in one', async () => {
  expect(await shown('![A cat](https://pictures.example/cat.png)')).toContain(
    '<a href="https://pictures.example/cat.png" target="_blank" rel="noopener">A cat</a>',
  )
  const linked = await shown('[![A cat](//pictures.example/cat.png)](https://cats.example)')
  expect(linked).toMatch(/<a href="https:\/\/cats.example"[^>]*>A cat<\/a>/)
  expect(await shown('![](https://pictures.example/cat.png)')).toContain('>Picture</a>')
})

test('our own pictures stay as they are', async () => {
  const source = `![a](${local}) ![b](/flags/de.svg) ![c](${site}/d.png)`
  const { html } = await renderContent(source)
  expect(replaceRemoteImages(html, new Map(), site)).toBe(html)
  expect(remoteImagesIn(html, site)).toEqual([])
})

test('each picture from elsewhere is found once, however it is written', async () => {
  const { html } = await renderContent(
    '![a](https://pictures.example/a.png) ![a](HTTPS://pictures.example/a.png) <img src="//other.example/b.png">',
  )
  expect(remoteImagesIn(html, site)).toEqual([
    'https://pictures.example/a.png',
    'https://other.example/b.png',
  ])
})

test('whatever a post holds, nothing is loaded from elsewhere', async () => {
  const address = fc.constantFrom(
    'https://evil.example/x.png',
    '//evil.example/x.png',
    '/\\evil.example/x.png',
    'HTTP://evil.example/"x',
    local,
  )
  const piece = fc.oneof(
    fc.tuple(fc.string(), address).map(([alt, to]) => `![${alt}](<${to}>)`),
    fc
      .tuple(fc.constantFrom('"', "'", ''), address, fc.string())
      .map(([quote, to, alt]) => `<img src=${quote}${to}${quote} alt=${quote}${alt}${quote}>`),
    address.map((to) => `<picture><source srcset="${to} 2x, /a.png"><img src="${to}"></picture>`),
    fc.constantFrom('<a href="https://a.example">', '</a>', '"', '<', '>', '\n\n', '<picture>'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      for (const found of loadedBy(await shown(pieces.join(' '))))
        expect(URL.parse(found, site)?.origin ?? site).toBe(site)
    }),
    { numRuns: 300 },
  )
}, 60_000)
