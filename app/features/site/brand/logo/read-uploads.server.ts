import { encodeImage } from '#app/features/images/store-image.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { OverBudget } from '#app/platform/pool/task.ts'

import type { StoredLogo } from './brand-pictures.server.ts'
import { type CleanSvg, cleanSvgTask, isSvg, MAX_SVG } from './clean-svg.ts'

export type Upload = { name: string; bytes: Uint8Array }

/** @throws {FieldErrors} logo: what it is not, or why it cannot be shown. */
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

async function cleanUpload(ctx: Ctx, { name, bytes }: Upload): Promise<CleanSvg> {
  const source = bytes.byteLength > MAX_SVG ? null : decoded(bytes)
  if (source === null)
    throw new FieldErrors({
      logo:
        bytes.byteLength > MAX_SVG
          ? `"${name}" is larger than ${MAX_SVG / 1024} KB. Please simplify the drawing, or choose a picture.`
          : `"${name}" is no SVG file in UTF-8. Please export it again.`,
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
