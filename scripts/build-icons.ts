import { readFileSync, writeFileSync } from 'node:fs'

import { Resvg } from '@resvg/resvg-js'

/** The drawing's own ground, for icons that systems cut to their shape: no corner may show through. */
const INK = '#07080d'

/** Makes every icon from `public/favicon.svg`, beside it. */
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
  // The mark lies within the circle of 80% that a mask leaves (W3C app manifest, icon masks).
  writeFileSync('public/icon-maskable-512.png', draw(512, INK))
}

/** One PNG in the container that browsers ask for unbidden: a directory of 6 bytes, an entry of 16, the image. */
function toIco(png: Buffer, pixels: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(pixels, 6)
  head.writeUInt8(pixels, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
