import { gzipSync } from 'node:zlib'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { starterBrand } from '../brand-schema.ts'
import { answerBrandFile, isBrandFile } from '../brand.server.ts'
import { readBrand, removeBrandPicture, saveBrand } from '../save-brand.server.ts'

import { MAX_SVG } from './clean-svg.ts'

const visitor = '203.0.113.7'
const drawing = (inner = '<path d="M0 0h40v20z"/>') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${inner}</svg>`)
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer()

async function save(ctx: TestCtx, uploads: { logo?: Buffer; shareImage?: Buffer }): Promise<void> {
  const { siteName } = await ctx.site(ctx)
  const { logo, shareImage } = uploads
  await saveBrand(
    asOwner(ctx),
    { ...starterBrand, siteName },
    {
      logo: logo ? { name: 'a logo', bytes: new Uint8Array(logo) } : null,
      shareImage: shareImage ? { name: 'a picture', bytes: new Uint8Array(shareImage) } : null,
    },
  )
}

test('a drawn logo is served under an address that changes with it, closed to all it could do', async () => {
  const ctx = await createTestCtx()
  await save(ctx, { logo: drawing('<script>alert(1)</script><path d="M0 0h40v20z"/>') })
  const { logo } = await readBrand(asOwner(ctx))
  const { src, png, width, height } = assertDefined(logo, 'it was saved')
  expect([isBrandFile(src), isBrandFile(png), width / height]).toEqual([true, true, 2])
  const answer = await answerBrandFile(ctx, src, visitor)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
  expect(await answer.text()).not.toContain('script')
  const picture = await sharp(await (await answerBrandFile(ctx, png, visitor)).bytes()).metadata()
  expect([picture.format, picture.width]).toEqual(['png', width])

  await save(ctx, { logo: drawing('<circle r="9"/>') })
  expect((await readBrand(asOwner(ctx))).logo?.src).not.toBe(src)
  expect((await answerBrandFile(ctx, src, visitor)).status).toBe(404)
})

test('a picture is encoded anew, without what a camera wrote, and taken away again', async () => {
  const ctx = await createTestCtx()
  const written = await sharp(await photo(3000, 1000))
    .withMetadata({ exif: { IFD0: { Copyright: 'Somebody' } } })
    .jpeg()
    .toBuffer()
  await save(ctx, { logo: written, shareImage: await photo(800, 800) })
  const { logo, shareImage } = await readBrand(asOwner(ctx))
  const bytes = await (await answerBrandFile(ctx, assertDefined(logo, 'it was saved').src, visitor)).bytes()
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 324, height: 108 })
  expect(Buffer.from(bytes).includes('Somebody')).toBe(false)
  const card = await (await answerBrandFile(ctx, assertDefined(shareImage, 'it was saved'), visitor)).bytes()
  expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })

  // Saving without files keeps the existing ones.
  await save(ctx, {})
  expect((await readBrand(asOwner(ctx))).logo).toEqual(logo)
  for (const which of ['logo', 'shareImage'] as const) await removeBrandPicture(asOwner(ctx), { which })
  expect(await readBrand(asOwner(ctx))).toMatchObject({ logo: null, shareImage: null })
})

test.each([
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), /damaged|not an SVG/],
  ['a drawing that is too large', Buffer.alloc(MAX_SVG + 1, '<'), /256 KB/],
  ['a compressed drawing', gzipSync(drawing()), /not a picture/],
  ['a drawing in UTF-16', Buffer.from('<svg/>', 'utf16le'), /damaged|not an SVG/],
  ['text', Buffer.from('a logo'), /not a picture/],
  ['half a picture', Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'), /damaged/],
])('%s is no logo: it is refused at its field, and nothing is stored', async (_what, logo, sentence) => {
  const ctx = await createTestCtx()
  const refusal = await save(ctx, { logo }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(FieldErrors)
  expect((refusal as FieldErrors).fields['logo']).toMatch(sentence)
  expect((await readBrand(asOwner(ctx))).logo).toBeNull()
})

test('a picture that unfolds to more pixels than are decoded is refused', async () => {
  const ctx = await createTestCtx()
  const bomb = await photo(9000, 9000)
  expect(bomb.length).toBeLessThan(2_000_000)
  await expect(save(ctx, { logo: bomb })).rejects.toMatchObject({
    fields: { logo: expect.stringMatching(/50 million pixels/) },
  })
})
