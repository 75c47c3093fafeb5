import { buffer } from 'node:stream/consumers'

import sharp from 'sharp'

import { type ImageFormat, imageFormats, imageWidths, keptSize } from '../image-address.ts'

/** As many as the largest cameras take. Decoded they need 200 MB. */
const MAX_PIXELS = 50_000_000
/** The longest side that WebP can hold. */
const MAX_SIDE = 16_383

const quality: Record<ImageFormat, number> = { avif: 55, webp: 78 }
/** From 0 to 9. A photo takes 0.4 s at 3, and 2.8 s at the default for a file that is a twentieth smaller. */
const AVIF_EFFORT = 3

export type EncodeAnswer =
  | { width: number; height: number; files: { name: string; base64: string }[] }
  | { refused: 'damaged' | 'too-many-pixels' }

async function encodeImage(bytes: Uint8Array): Promise<EncodeAnswer> {
  // Use one thread: the other core serves the site meanwhile.
  sharp.concurrency(1)
  sharp.cache(false)
  try {
    const { autoOrient: size } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (size.width * size.height > MAX_PIXELS || Math.max(size.width, size.height) > MAX_SIDE)
      return { refused: 'too-many-pixels' }
    const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient()
    const files: { name: string; base64: string }[] = []
    for (const width of imageWidths(size.width))
      for (const format of imageFormats) {
        const resized = upright.clone().resize({ width })
        const made =
          format === 'avif'
            ? resized.avif({ quality: quality.avif, effort: AVIF_EFFORT })
            : resized.webp({ quality: quality.webp })
        files.push({ name: `${width}.${format}`, base64: (await made.toBuffer()).toString('base64') })
      }
    return { ...keptSize(size), files }
  } catch {
    // The decoder's own message would mean nothing to the owner.
    return { refused: 'damaged' }
  }
}

/** A program of its own: reads a picture from standard input and writes the result as JSON to standard output. */
process.stdout.write(JSON.stringify(await encodeImage(await buffer(process.stdin))))
