import { createHash } from 'node:crypto'

import { findPostTitle } from '#app/features/blog/list-post-pages.server.ts'
import { builtAt } from '#app/platform/built-at.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { shareImagePath } from '#app/ui/page-meta.ts'

import { logoToDraw } from '../brand/logo/brand-pictures.server.ts'
import { listPublicPages } from '../seo/public-pages.server.ts'

import { drawInChildProcess } from './draw-in-child-process.server.ts'
import type { ShareTexts } from './draw-share-image.server.tsx'

/** About 50 KB each. Drawing another takes half a second. */
const MAX_KEPT = 64

/** Images by a hash of their content, least recently requested first. */
const kept = new Map<string, Promise<Buffer>>()

export type ShareImage = {
  /** An entity tag, known before the image is drawn. */
  etag: string
  /**
   * PNG, 1200 by 630 pixels.
   * @param from the visitor's address.
   * @throws {AppError} too-many or unavailable if too many images are requested.
   */
  draw(from: string): Promise<Buffer>
}

/** Returns the share image at this path; null if no page has it. */
export async function findShareImage(ctx: Ctx, imagePath: string): Promise<ShareImage | null> {
  const title = await findTitle(ctx, imagePath)
  if (title === null) return null
  const site = await ctx.site(ctx)
  const { siteName, publicUrl, look, language } = site
  const texts: ShareTexts = {
    title,
    siteName,
    language,
    address: new URL(publicUrl).host,
    colours: look.colours,
    fonts: look.fonts,
    logo: logoToDraw(site),
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([builtAt, texts]))
    .digest('base64url')
    .slice(0, 22)
  return { etag: `"${hash}"`, draw: (from) => drawOnce(ctx, hash, texts, from) }
}

async function drawCard(texts: ShareTexts): Promise<Buffer> {
  return Buffer.from(await drawInChildProcess('card', texts), 'base64')
}

/** Posts are looked up individually, because there may be thousands. */
async function findTitle(ctx: Ctx, imagePath: string): Promise<string | null> {
  const path = /^\/share(\/blog\/.+)\.png$/.exec(imagePath)?.[1]
  if (path) return findPostTitle(ctx, path)
  const pages = await listPublicPages(ctx)
  return pages.find((page) => shareImagePath(page.path) === imagePath)?.title ?? null
}

function drawOnce(ctx: Ctx, hash: string, texts: ShareTexts, from: string): Promise<Buffer> {
  const image = kept.get(hash) ?? ctx.admission.drawings.run(from, () => drawCard(texts))
  kept.delete(hash)
  kept.set(hash, image)
  image.catch(() => kept.delete(hash))
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return image
}
