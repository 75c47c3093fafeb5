import { z } from 'zod'

import { fontPairs, MAX_RADIUS, STARTER_PAIR } from '#app/lib/look.ts'

export const grounds = ['dark', 'light', 'auto'] as const
export type Ground = (typeof grounds)[number]

const colour = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => (text.startsWith('#') ? text : `#${text}`))
  .pipe(
    z
      .string()
      .regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/, 'Please write the colour as #rrggbb, for example #7c6cf6.'),
  )
  .transform((hex) => (hex.length === 4 ? hex.replaceAll(/[\da-f]/g, '$&$&') : hex))

export const brandSchema = z.object({
  accent: colour,
  second: colour,
  ground: z.enum(grounds, 'Please choose dark, light or automatic.'),
  fonts: z.enum(fontPairs, 'Please choose one of the font pairs.'),
  radius: z.coerce
    .number('Please enter the radius in pixels.')
    .int('Please enter whole pixels.')
    .min(0, 'The radius cannot be negative.')
    .max(MAX_RADIUS, `At most ${MAX_RADIUS} pixels.`),
})

export type Brand = z.output<typeof brandSchema>

/** The demo brand's look. theme.css has its colours, so that a fresh installation needs no additional style sheet. */
export const starterBrand: Brand = {
  accent: '#7c6cf6',
  second: '#22d3ee',
  ground: 'dark',
  fonts: STARTER_PAIR,
  radius: 16,
}

export function isStarterBrand(brand: Brand): boolean {
  return Object.entries(starterBrand).every(([key, value]) => brand[key as keyof Brand] === value)
}
