import { encode } from 'uqr'

export type QrCode = {
  /** Modules along a side, the quiet zone of four included. */
  size: number
  /** The dark modules as the `d` of an SVG path, one unit a module. */
  path: string
}

export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: path.join('') }
}
