import { buffer } from 'node:stream/consumers'

import sharp from 'sharp'

import { type ImageFormat, imageFormats, imageWidths, keptSize } from '../image-address.ts'

/** A camera's largest; unfolded they take 200 MB. */
const MAX_PIXELS = 50_000_000
/** On a side: what WebP can hold. */
const MAX_SIDE = 16_383

const quality: Record<ImageFormat, number> = { avif: 55, webp: 78 }
/** Of 9: a photo takes 0.4 s where the default takes 2.8, for a file a twentieth larger. */
const AVIF_EFFORT = 3

export type EncodeAnswer =
  | { width: number; height: number; files: { name: string; base64: string }[] }
  | { refused: 'damaged' | 'too-many-pixels' }

/** Makes of a picture what browsers are sent: upright, in sRGB, without anything a camera wrote into it. */
async function encodeImage(bytes: Uint8Array): Promise<EncodeAnswer> {
  // One thread: the other core serves the site meanwhile.
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
    // What the decoder says is for its makers; the file before was whole or it was not.
    return { refused: 'damaged' }
  }
}

/** A program of its own in the build: a picture on standard input, what was made of it as JSON on standard output. */
process.stdout.write(JSON.stringify(await encodeImage(await buffer(process.stdin))))
