import { wcagContrast } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { makePalette, TEXT_CONTRAST, type Token, withContrast } from './palette.ts'

const hex = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

/** Text colours of the components on their grounds. */
const onGrounds: readonly Token[] = [
  'primary',
  'secondary',
  'muted',
  'accent',
  'second',
  'sweep',
  'sweep-end',
  'success',
  'warning',
  'danger',
]
const grounds: readonly Token[] = ['ink', 'raised', 'overlay']

test.each(['dark', 'light'] as const)(
  'whatever the accents, every text on a %s site is readable',
  (ground) => {
    fc.assert(
      fc.property(hex, hex, (accent, second) => {
        const palette = makePalette({ accent, second }, ground)
        for (const text of onGrounds)
          for (const under of grounds)
            expect(wcagContrast(palette[text], palette[under]), `${text} on ${under}`).toBeGreaterThanOrEqual(
              TEXT_CONTRAST,
            )
        for (const end of ['sweep', 'sweep-end'] as const)
          expect(wcagContrast(palette['on-sweep'], palette[end])).toBeGreaterThanOrEqual(TEXT_CONTRAST)
        expect(wcagContrast('#ffffff', palette['accent-fill'])).toBeGreaterThanOrEqual(TEXT_CONTRAST)
      }),
      { numRuns: 200 },
    )
  },
)

test('a colour that is readable already stays as the owner chose it', () => {
  expect(withContrast('#5b4be0', ['#ffffff'], 'darker')).toBe('#5b4be0')
  expect(makePalette({ accent: '#ff8800', second: '#00c2a8' }, 'dark')).toMatchObject({
    glow: '#ff8800',
    accent: '#ff8800',
    second: '#00c2a8',
  })
})

test('black, white and grey accents are made readable too', () => {
  for (const grey of ['#000000', '#808080', '#ffffff'])
    for (const ground of ['dark', 'light'] as const) {
      const palette = makePalette({ accent: grey, second: grey }, ground)
      expect(wcagContrast(palette.accent, palette.ink)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
    }
})
