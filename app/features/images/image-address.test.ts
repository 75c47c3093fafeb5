import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  focuses,
  imageAddress,
  imageSources,
  imageWidths,
  keptSize,
  parseImageAddress,
} from './image-address.ts'

const images = fc.record({
  id: fc.uuid({ version: 7 }),
  width: fc.integer({ min: 1, max: 2160 }),
  height: fc.integer({ min: 1, max: 16_383 }),
  focus: fc.constantFrom(...focuses),
})

test('an address tells all that it was made of', () => {
  fc.assert(
    fc.property(images, (image) => {
      expect(parseImageAddress(imageAddress(image))).toEqual(image)
    }),
  )
})

test('at most four widths, none wider than the picture, the last the widest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 16_383 }), (width) => {
      const widths = imageWidths(width)
      expect(widths.length).toBeLessThanOrEqual(4)
      expect(Math.max(...widths)).toBe(Math.min(width, 2160))
      expect(widths).toEqual(widths.toSorted((a, b) => a - b))
      // The stored size has the same widths.
      expect(imageWidths(keptSize({ width, height: 10 }).width)).toEqual(widths)
    }),
  )
})

test.each([
  'https://example.com/a.webp',
  '/images/x/10x10.webp',
  '/images/0190163d-8694-739b-aea5-966c26f8ad91/0x10.webp',
  '/images/0190163d-8694-739b-aea5-966c26f8ad91/10x10.png',
  '/images/0190163d-8694-739b-aea5-966c26f8ad91/10x10.webp" onerror="alert(1)',
  '//evil.example/images/0190163d-8694-739b-aea5-966c26f8ad91/10x10.webp',
])('%s is none of ours', (address) => {
  expect(parseImageAddress(address)).toBeNull()
})

test('sources name each width', () => {
  const image = parseImageAddress('/images/0190163d-8694-739b-aea5-966c26f8ad91/1000x500.webp#top')
  expect(image && imageSources(image, 'avif')).toBe(
    [480, 960, 1000].map((w) => `/images/0190163d-8694-739b-aea5-966c26f8ad91/${w}.avif ${w}w`).join(', '),
  )
})
