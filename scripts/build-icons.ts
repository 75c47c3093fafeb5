import { readFileSync, writeFileSync } from 'node:fs'

import { Resvg } from '@resvg/resvg-js'

/** Fills the corners of icons that systems crop to their own shape. */
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
  // The logo fits in the central 80 % that a mask keeps (W3C app manifest, icon masks).
  writeFileSync('public/icon-maskable-512.png', draw(512, INK))
}

/** Returns an ICO file: a directory of 6 bytes, an entry of 16 bytes, and the PNG. */
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
