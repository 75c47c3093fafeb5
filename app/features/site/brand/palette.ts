import { clampChroma, converter, formatHex, interpolate, wcagContrast } from 'culori'

import { assertDefined } from '#app/lib/assert-defined.ts'

/** WCAG 2.2, success criterion 1.4.3: contrast of text. Controls and large text, which need 3:1, get the same. */
export const TEXT_CONTRAST = 4.5
/** Rounding to eight bits a channel may reduce a contrast by a hundredth. */
const MARGIN = 0.05
/** Change of lightness per attempt, from 0 to 1, hardly visible. */
const STEP = 0.005

/** The tokens of theme.css that depend on a brand, as hexadecimal colours. */
export type Palette = Readonly<Record<Token, string>>

export type Token =
  | 'ink'
  | 'raised'
  | 'overlay'
  | 'primary'
  | 'secondary'
  | 'muted'
  | 'glow'
  | 'second'
  | 'accent'
  | 'accent-fill'
  | 'sweep'
  | 'sweep-end'
  | 'on-sweep'
  | 'success'
  | 'warning'
  | 'danger'

/** Lightness and chroma (OKLCH) of colours with the accent's hue, and fixed colours for states. */
const neutrals = {
  dark: {
    ink: [0.135, 0.012],
    raised: [0.175, 0.014],
    overlay: [0.215, 0.018],
    primary: [0.97, 0.004],
    secondary: [0.76, 0.018],
    muted: [0.61, 0.02],
    states: { success: '#34d399', warning: '#fbbf24', danger: '#f87171' },
    onSweep: [0.135, 0.012],
  },
  light: {
    ink: [0.975, 0.004],
    raised: [0.995, 0.002],
    overlay: [0.95, 0.008],
    primary: [0.19, 0.014],
    secondary: [0.41, 0.02],
    muted: [0.5, 0.022],
    states: { success: '#047857', warning: '#92610a', danger: '#b91c1c' },
    onSweep: [1, 0],
  },
} as const

const toOklch = converter('oklch')

/**
 * Returns a site's colours for two accents. Each accent keeps its hue, and becomes lighter or darker until text in it,
 * or on it, has a contrast of 4.5:1 on each of its backgrounds.
 * @param accents hexadecimal colours.
 */
export function makePalette(accents: { accent: string; second: string }, ground: 'dark' | 'light'): Palette {
  const { hue } = parts(accents.accent)
  const neutral = ([lightness, chroma]: readonly [number, number]) => colour(lightness, chroma, hue)
  const { states, ...levels } = neutrals[ground]
  const ink = neutral(levels.ink)
  const raised = neutral(levels.raised)
  const overlay = neutral(levels.overlay)
  const onSweep = neutral(levels.onSweep)
  const grounds = [ink, raised, overlay]
  const readable = (hex: string) => withContrast(hex, grounds, ground === 'dark' ? 'lighter' : 'darker')
  const [sweep, sweepEnd] = withContrastBetween(
    [accents.accent, accents.second],
    [...grounds, onSweep],
    ground === 'dark' ? 'lighter' : 'darker',
  )
  return {
    ink,
    raised,
    overlay,
    primary: neutral(levels.primary),
    secondary: readable(neutral(levels.secondary)),
    muted: readable(neutral(levels.muted)),
    glow: accents.accent,
    second: readable(accents.second),
    accent: readable(accents.accent),
    'accent-fill': withContrast(accents.accent, ['#ffffff'], 'darker'),
    sweep,
    'sweep-end': sweepEnd,
    'on-sweep': onSweep,
    success: readable(states.success),
    warning: readable(states.warning),
    danger: readable(states.danger),
  }
}

type Direction = 'lighter' | 'darker'

/** Returns the colour, or the nearest lightness of its hue that has enough contrast with all of `against`. */
export function withContrast(hex: string, against: readonly string[], direction: Direction): string {
  const { lightness, chroma, hue } = parts(hex)
  const step = direction === 'lighter' ? STEP : -STEP
  for (let level = lightness; level > 0 && level < 1; level += step) {
    const tried = level === lightness ? hex : colour(level, chroma, hue)
    if (lowestContrast(tried, against) >= TEXT_CONTRAST + MARGIN) return tried
  }
  return direction === 'lighter' ? '#ffffff' : '#000000'
}

/** Also checks the colours between the ends of a gradient, because sRGB gets darker between two hues. */
function withContrastBetween(
  [from, to]: readonly [string, string],
  against: readonly string[],
  direction: Direction,
): [string, string] {
  let ends: [string, string] = [withContrast(from, against, direction), withContrast(to, against, direction)]
  const isReadable = () =>
    [0.25, 0.5, 0.75].every((at) => lowestContrast(mix(...ends, at), against) >= TEXT_CONTRAST)
  const step = direction === 'lighter' ? STEP : -STEP
  while (!isReadable()) {
    const next = ends.map((end) => {
      const { lightness, chroma, hue } = parts(end)
      return colour(Math.min(1, Math.max(0, lightness + step)), chroma, hue)
    })
    ends = [
      assertDefined(next[0], 'a gradient has two ends'),
      assertDefined(next[1], 'a gradient has two ends'),
    ]
  }
  return ends
}

/** Mixes two colours in sRGB; `share` is that of the second. */
export function mix(first: string, second: string, share: number): string {
  return formatHex(interpolate([first, second], 'rgb')(share))
}

function lowestContrast(hex: string, against: readonly string[]): number {
  return Math.min(...against.map((other) => wcagContrast(hex, other)))
}

function parts(hex: string): { lightness: number; chroma: number; hue: number } {
  const { l, c, h = 0 } = assertDefined(toOklch(hex), 'the schema takes hexadecimal colours alone')
  return { lightness: l, chroma: c, hue: h }
}

/** Returns an OKLCH colour, with as much of its chroma as sRGB can show. */
function colour(lightness: number, chroma: number, hue: number): string {
  return formatHex(clampChroma({ mode: 'oklch', l: lightness, c: chroma, h: hue }, 'oklch'))
}
