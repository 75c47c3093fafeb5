import { Resvg } from '@resvg/resvg-js'
import { expect, test } from 'vitest'

import { type Icons, starterIcons } from '#app/lib/look.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { starterBrand } from '../brand-schema.ts'
import { answerBrandFile, isBrandFile } from '../brand.server.ts'
import { saveBrand } from '../save-brand.server.ts'

import { drawIcons } from './draw-icons.server.tsx'

const visitor = '203.0.113.7'
const square = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#0a7d55"/></svg>',
)
const texts = { letter: 'F', fonts: 'sora-nunito', ground: '#ffffff', fill: '#0a7d55', logo: null } as const

function pixelAt(png: Uint8Array, share: number): string {
  const href = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  const { pixels, width } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><image href="${href}" width="100" height="100"/></svg>`,
  ).render()
  const at = Math.floor(width * share)
  return Buffer.from(pixels.subarray(4 * (at * width + at), 4 * (at * width + at) + 4)).toString('hex')
}

test('a fresh installation keeps the files of the starter', async () => {
  const ctx = await createTestCtx()
  expect((await ctx.site(ctx)).look.icons).toEqual(starterIcons)
  for (const path of Object.values(starterIcons)) expect(isBrandFile(path)).toBe(false)
})

test('a brand’s icons are drawn in their sizes, under addresses that change with it', async () => {
  const ctx = await createTestCtx()
  await saveBrand(asOwner(ctx), { ...starterBrand, accent: '#0a7d55', siteName: 'Ferrum' })
  const { icons } = (await ctx.site(ctx)).look
  const sizes: Partial<Record<keyof Icons, number>> = { touch: 180, small: 192, large: 512, maskable: 512 }
  for (const [name, pixels] of Object.entries(sizes)) {
    const answer = await answerBrandFile(ctx, icons[name as keyof Icons], visitor)
    const png = Buffer.from(await answer.arrayBuffer())
    expect([answer.headers.get('content-type'), png.readUInt32BE(16)], name).toEqual(['image/png', pixels])
  }
  const ico = Buffer.from(await (await answerBrandFile(ctx, icons.ico, visitor)).arrayBuffer())
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  expect(await (await answerBrandFile(ctx, icons.svg, visitor)).text()).toMatch(/^<svg/)

  await saveBrand(asOwner(ctx), { ...starterBrand, accent: '#0a7d55', siteName: 'Ferrum & Sons' })
  expect((await ctx.site(ctx)).look.icons).toEqual(icons)
  await saveBrand(asOwner(ctx), { ...starterBrand, accent: '#0a7d55', siteName: 'Aurum' })
  expect((await ctx.site(ctx)).look.icons.svg).not.toBe(icons.svg)
  expect((await answerBrandFile(ctx, icons.svg, visitor)).status).toBe(404)
})

test('a square logo stands in the middle of the icon, a wide one leaves it to the letter', async () => {
  const ctx = await createTestCtx()
  const logo = (bytes: Buffer) => ({ logo: { name: 'logo.svg', bytes: new Uint8Array(bytes) } })
  await saveBrand(asOwner(ctx), { ...starterBrand, siteName: 'Ferrum' }, logo(square))
  const { icons } = (await ctx.site(ctx)).look
  const touch = await (await answerBrandFile(ctx, icons.touch, visitor)).bytes()
  expect(pixelAt(touch, 0.5)).toBe('0a7d55ff')
  expect(pixelAt(touch, 0.02)).toBe('07080dff')
  const wide = Buffer.from(square.toString().replace('0 0 9 9', '0 0 90 9'))
  await saveBrand(asOwner(ctx), { ...starterBrand, siteName: 'Ferrum' }, logo(wide))
  const svg = await (await answerBrandFile(ctx, (await ctx.site(ctx)).look.icons.svg, visitor)).text()
  expect(svg).not.toContain('<image')
})

test.each(['F', 'Ł', 'Ж', '会', '👩‍🚀', undefined, '<'])(
  'the letter %j is drawn, or bars in its place',
  async (letter) => {
    const { svg, touch } = await drawIcons({ ...texts, letter })
    expect(Buffer.from(svg, 'base64').toString()).toMatch(/<path/)
    expect(pixelAt(Buffer.from(touch, 'base64'), 0.02)).toBe('0a7d55ff')
  },
)
