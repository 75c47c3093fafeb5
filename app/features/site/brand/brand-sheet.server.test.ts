import { expect, test } from 'vitest'

import { starterColours } from '#app/lib/look.ts'

import { type Brand, brandSchema, starterBrand } from './brand-schema.ts'
import { lookOf, writeBrandSheet } from './brand-sheet.server.ts'

const agency: Brand = {
  accent: '#0a7d55',
  second: '#e0a100',
  ground: 'light',
  fonts: 'sora-nunito',
  radius: 8,
}

test('the starter needs no sheet of its own', () => {
  expect(lookOf(starterBrand)).toMatchObject({ sheet: null, colours: starterColours })
  expect(lookOf({ ...starterBrand, radius: 4 }).sheet?.path).toMatch(/^\/brand-[\da-f]{16}\.css$/)
})

test('a sheet names its ground, corners and only its own fonts, and no colour of the starter', () => {
  const { css } = writeBrandSheet(agency)
  expect(css).toContain('color-scheme:light')
  expect(css).toContain('--radius-lg:8px;--radius-md:5px;--radius-sm:3px')
  expect(css).toContain("--font-display:'Sora', system-ui, sans-serif")
  expect(css).not.toMatch(/Bricolage|Fraunces|prefers-color-scheme/)
  for (const colour of Object.values(starterColours))
    expect(css.toLowerCase()).not.toContain(colour.toLowerCase())
})

test('an automatic ground is dark, and light where the visitor’s system asks for it', () => {
  const { css } = writeBrandSheet({ ...agency, ground: 'auto' })
  const [first, ...others] = css.split('@media (prefers-color-scheme:light)')
  expect(first).toContain('color-scheme:dark')
  expect(others).toEqual([expect.stringContaining('color-scheme:light')])
})

test('another brand has another address', () => {
  expect(lookOf(agency).sheet?.path).not.toBe(lookOf({ ...agency, accent: '#0a7d56' }).sheet?.path)
})

test.each([
  ['#ABC', '#aabbcc'],
  ['abcdef', '#abcdef'],
  [' #123456 ', '#123456'],
])('the colour %s is read as %s', (typed, accent) => {
  expect(brandSchema.parse({ ...agency, accent })).toMatchObject({ accent })
  expect(brandSchema.parse({ ...agency, accent: typed })).toMatchObject({ accent })
})

test.each(['', '#12', '#ggg', 'red', '#123456;}body{display:none', 'url(x)', '#12345678'])(
  '"%s" is no colour, and is refused with a sentence',
  (typed) => {
    const parsed = brandSchema.safeParse({ ...agency, accent: typed })
    expect(parsed.error?.issues[0]?.message).toBe('Please write the colour as #rrggbb, for example #7c6cf6.')
  },
)
