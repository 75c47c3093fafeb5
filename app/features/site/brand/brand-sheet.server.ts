import { createHash } from 'node:crypto'

import { type Look, starterColours } from '#app/lib/look.ts'

import { type Brand, isStarterBrand } from './brand-schema.ts'
import { MAX_RADIUS } from '#app/lib/look.ts'
import { fontRules, fontsToPreload } from './fonts.ts'
import { makePalette, mix, type Palette } from './palette.ts'

const lines = {
  dark: {
    line: 'rgb(255 255 255 / 8%)',
    'line-strong': 'rgb(255 255 255 / 16%)',
    shadow: '0 16px 48px rgb(0 0 0 / 45%), 0 2px 8px rgb(0 0 0 / 30%)',
  },
  light: {
    line: 'rgb(7 8 13 / 10%)',
    'line-strong': 'rgb(7 8 13 / 20%)',
    shadow: '0 16px 48px rgb(7 8 13 / 18%), 0 2px 8px rgb(7 8 13 / 8%)',
  },
} as const

type Ground = keyof typeof lines

/** Overrides theme.css even if that sheet is loaded later, because this selector is more specific than any there. */
const ROOT = ':root:root:root'

/** Returns a brand's style sheet and a hash of it, which becomes part of its file name. */
export function writeBrandSheet(brand: Brand): { css: string; hash: string } {
  const { faces, tokens } = fontRules(brand.fonts)
  const shape = { ...tokens, ...radii(brand.radius) }
  const css = [
    faces,
    `${ROOT}{${declarations(shape)}${colourRules(brand, firstGround(brand))}}`,
    ...(brand.ground === 'auto'
      ? [`@media (prefers-color-scheme:light){${ROOT}{${colourRules(brand, 'light')}}}`]
      : []),
  ].join('\n')
  return { css, hash: createHash('sha256').update(css).digest('hex').slice(0, 16) }
}

/** Returns the colours of a frame on another site, whose accent and ground may differ from the brand's. */
export function writeFrameColours(
  brand: Brand,
  { accent, theme }: { accent: string; theme: 'host' | Ground },
): string {
  const own = { ...brand, accent: accent || brand.accent }
  if (theme !== 'host') return `${ROOT}{${colourRules(own, theme)}}`
  return `${ROOT}{${colourRules(own, 'dark')}}@media (prefers-color-scheme:light){${ROOT}{${colourRules(own, 'light')}}}`
}

export function lookOf(brand: Brand): Omit<Look, 'logo' | 'shareImage' | 'icons'> {
  const preload = fontsToPreload(brand.fonts)
  if (isStarterBrand(brand)) return { sheet: null, preload, fonts: brand.fonts, colours: starterColours }
  const {
    ink,
    primary,
    secondary,
    glow,
    second,
    sweep,
    'accent-fill': onWhite,
  } = makePalette(brand, firstGround(brand))
  const heading = makePalette(brand, 'light').primary
  const colours = {
    heading,
    ink,
    dusk: mix(ink, glow, 0.1),
    primary,
    secondary,
    glow,
    second,
    sweep,
    onWhite,
  }
  const { css, hash } = writeBrandSheet(brand)
  return { sheet: { path: `/brand-${hash}.css`, css }, preload, fonts: brand.fonts, colours }
}

/** For an automatic ground, this is used if the visitor's system has no preference. */
function firstGround(brand: Brand): Ground {
  return brand.ground === 'light' ? 'light' : 'dark'
}

function colourRules(brand: Brand, ground: Ground): string {
  const palette: Palette = makePalette(brand, ground)
  const { shadow, ...strokes } = lines[ground]
  const named = Object.entries({ ...palette, ...strokes }).map(([name, value]) => [`color-${name}`, value])
  return `color-scheme:${ground};${declarations({ ...Object.fromEntries(named), 'shadow-float': shadow })}`
}

/** Keeps the proportions of theme.css: 16, 10 and 6 pixels. */
function radii(largest: number): Record<string, string> {
  const of = (share: number) => `${Math.round(Math.min(largest, MAX_RADIUS) * share)}px`
  return { 'radius-lg': of(1), 'radius-md': of(0.625), 'radius-sm': of(0.375) }
}

function declarations(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')
}
