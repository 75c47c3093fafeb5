import type { EncodedLogo } from '#app/features/images/encoding/encode-program.server.ts'
import { encodeImage } from '#app/features/images/store-image.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { OverBudget } from '#app/platform/pool/task.ts'

import { type CleanSvg, cleanSvgTask, isSvg, MAX_SVG } from './clean-svg.ts'

type StoredLogo = EncodedLogo & { svg: string | null }

export type Upload = { name: string; bytes: Uint8Array }

/** @throws {FieldErrors} logo: not a picture, or one that cannot be shown. */
export async function readLogo(ctx: Ctx, upload: Upload): Promise<StoredLogo> {
  if (!isSvg(upload.bytes)) {
    const picture = await encodeImage(ctx, 'logo', { ...upload, field: 'logo' })
    return { svg: null, ...picture }
  }
  const { svg } = await cleanUpload(ctx, upload)
  const bytes = new TextEncoder().encode(svg)
  const picture = await encodeImage(ctx, 'logo', { ...upload, bytes, field: 'logo', isClean: true })
  return { svg, ...picture }
}

/** @throws {FieldErrors} shareImage: not a picture, damaged or too large. */
export async function readShareImage(ctx: Ctx, upload: Upload): Promise<string> {
  return (await encodeImage(ctx, 'card', { ...upload, field: 'shareImage' })).jpeg
}

type Pictures = { logo: StoredLogo | null; shareImage: string | null }

/**
 * Validates imported pictures like uploads. They are stored byte for byte, because their addresses contain hashes of
 * them.
 * @throws {FieldErrors} logo, shareImage.
 */
export async function acceptPictures(ctx: Ctx, { logo, shareImage }: Pictures): Promise<Pictures> {
  const upload = (name: string, base64: string) => ({ name, bytes: Buffer.from(base64, 'base64') })
  if (shareImage !== null) await readShareImage(ctx, upload('share.jpg', shareImage))
  if (logo === null) return { logo, shareImage }
  const { width, height } = await encodeImage(ctx, 'logo', { ...upload('logo.png', logo.png), field: 'logo' })
  await encodeImage(ctx, 'logo', { ...upload('logo.webp', logo.webp), field: 'logo' })
  if (width !== logo.width || height !== logo.height)
    throw new FieldErrors({ logo: 'The logo’s size differs from the size given.' })
  if (logo.svg === null) return { logo, shareImage }
  const { svg } = await cleanUpload(ctx, { name: 'logo.svg', bytes: new TextEncoder().encode(logo.svg) })
  return { logo: { ...logo, svg }, shareImage }
}

async function cleanUpload(ctx: Ctx, { name, bytes }: Upload): Promise<CleanSvg> {
  const source = bytes.byteLength > MAX_SVG ? null : decoded(bytes)
  if (source === null)
    throw new FieldErrors({
      logo:
        bytes.byteLength > MAX_SVG
          ? `"${name}" is larger than ${MAX_SVG / 1024} KB. Please simplify the drawing, or choose a picture.`
          : `"${name}" is not an SVG file in UTF-8. Please export it again.`,
    })
  try {
    return await ctx.pool.run(cleanSvgTask, source)
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    throw new FieldErrors({ logo: `"${name}" takes too long to read. Please simplify the drawing.` })
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
