import { buffer } from 'node:stream/consumers'

import sharp, { type Sharp } from 'sharp'

import { type ImageFormat, imageFormats, imageWidths, keptSize } from '../image-address.ts'

/** Enough for the largest cameras; decoding needs 200 MB. */
const MAX_PIXELS = 50_000_000
/** All frames of an animation together; some 15 seconds at 800 by 600. */
const MAX_MOVING_PIXELS = 100_000_000
/** WebP's limit for each side. */
const MAX_SIDE = 16_383

const quality: Record<ImageFormat, number> = { avif: 55, webp: 78 }
/** From 0 to 9. A photo takes 0.4 s at 3, and 2.8 s at the default, for a file that is 5 % smaller. */
const AVIF_EFFORT = 3

export type Refusal = { refused: 'damaged' | 'too-many-pixels' }

type EncodedPicture = { width: number; height: number; files: { name: string; base64: string }[] }

/** Passes on the picture turned upright, unless it is damaged or exceeds the limits. */
async function decode<Result>(
  bytes: Uint8Array,
  encode: (upright: Sharp, size: { width: number; height: number }) => Promise<Result>,
): Promise<Result | Refusal> {
  // Use one thread: the other core serves the site meanwhile.
  sharp.concurrency(1)
  sharp.cache(false)
  try {
    const { autoOrient: size } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (size.width * size.height > MAX_PIXELS || Math.max(size.width, size.height) > MAX_SIDE)
      return { refused: 'too-many-pixels' }
    return await encode(sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient(), size)
  } catch {
    // The decoder's message would not help the owner.
    return { refused: 'damaged' }
  }
}

/** An animation stays one, as WebP only: the encoder makes no animated AVIF. */
async function encodeImage(bytes: Uint8Array): Promise<EncodedPicture | Refusal> {
  const frames = await countFrames(bytes)
  return frames > 1 ? encodeAnimation(bytes, frames) : encodeStill(bytes)
}

async function countFrames(bytes: Uint8Array): Promise<number> {
  try {
    const { pages = 1, format } = await sharp(bytes, { limitInputPixels: false }).metadata()
    return format === 'gif' || format === 'webp' ? pages : 1
  } catch {
    // Decoding it says what is wrong.
    return 1
  }
}

async function encodeAnimation(bytes: Uint8Array, frames: number): Promise<EncodedPicture | Refusal> {
  return decode(bytes, async (_upright, size): Promise<EncodedPicture | Refusal> => {
    if (size.width * size.height * frames > MAX_MOVING_PIXELS) return { refused: 'too-many-pixels' }
    const moving = sharp(bytes, { animated: true, limitInputPixels: MAX_MOVING_PIXELS, failOn: 'error' })
    const files: { name: string; base64: string }[] = []
    for (const width of imageWidths(size.width)) {
      const made = await moving
        .clone()
        .resize({ width })
        .webp({ quality: quality.webp, effort: 2 })
        .toBuffer()
      files.push({ name: `${width}.webp`, base64: made.toString('base64') })
    }
    return { ...keptSize(size), files }
  })
}

function encodeStill(bytes: Uint8Array): Promise<EncodedPicture | Refusal> {
  return decode(bytes, async (upright, size) => {
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
  })
}

/** In pixels: a logo is shown 36 high on pages, and up to 512 in icons and share images. */
const logoBoxes = { web: { width: 528, height: 108 }, whole: { width: 1024, height: 512 } }
const CARD = { width: 1200, height: 630 }

export type EncodedLogo = { width: number; height: number; webp: string; png: string }

/** Encodes a picture, or a drawing that was cleaned before. */
async function encodeLogo(bytes: Uint8Array): Promise<EncodedLogo | Refusal> {
  return decode(bytes, async (upright) => {
    const whole = await upright
      .clone()
      .resize({ ...logoBoxes.whole, ...within })
      .png({ palette: true })
      .toBuffer({ resolveWithObject: true })
    const webp = await upright
      .clone()
      .resize({ ...logoBoxes.web, ...within })
      .webp({ quality: 90 })
      .toBuffer()
    const { width, height } = whole.info
    return { width, height, webp: webp.toString('base64'), png: whole.data.toString('base64') }
  })
}

const within = { fit: 'inside', withoutEnlargement: true } as const

export type EncodedCard = { jpeg: string }

async function encodeCard(bytes: Uint8Array): Promise<EncodedCard | Refusal> {
  return decode(bytes, async (upright) => {
    const jpeg = await upright
      .resize(CARD)
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer()
    return { jpeg: jpeg.toString('base64') }
  })
}

const purposes = { picture: encodeImage, logo: encodeLogo, card: encodeCard }

export type Purpose = keyof typeof purposes
export type Encoded = { [Name in Purpose]: Awaited<ReturnType<(typeof purposes)[Name]>> }

/** Runs as a separate program: picture on standard input, result as JSON on standard output. */
const purpose = process.argv[2] as Purpose
process.stdout.write(JSON.stringify(await purposes[purpose](await buffer(process.stdin))))
