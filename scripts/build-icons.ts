import { readFileSync, writeFileSync } from 'node:fs'

import { Resvg } from '@resvg/resvg-js'

import { toIco } from '../app/features/site/brand/icons/to-ico.ts'

/** Fills the corners of icons that systems cut to their own shape. */
const INK = '#07080d'

export function buildIcons(): void {
  const drawing = readFileSync('public/favicon.svg', 'utf8')
  const draw = (pixels: number, background?: string) =>
    new Resvg(drawing, { fitTo: { mode: 'width', value: pixels }, ...(background && { background }) })
      .render()
      .asPng()
  writeFileSync('public/favicon.ico', toIco(draw(32), 32))
  writeFileSync('public/apple-touch-icon.png', draw(180, INK))
  writeFileSync('public/icon-192.png', draw(192))
  writeFileSync('public/icon-512.png', draw(512))
  // The logo lies within the central 80 % that a mask leaves (W3C app manifest, icon masks).
  writeFileSync('public/icon-maskable-512.png', draw(512, INK))
}
