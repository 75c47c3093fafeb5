import { wcagContrast } from 'culori'
import type { z } from 'zod'

import type { Logo } from '#app/lib/look.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { siteNameSchema, siteSettings } from '../settings/site-settings.server.ts'

import { type Brand, brandSchema, type Ground, isStarterBrand } from './brand-schema.ts'
import { brandSetting } from './brand.server.ts'
import { brandPictures, type BrandPictures } from './logo/brand-pictures.server.ts'
import { readLogo, readShareImage, type Upload } from './logo/read-uploads.server.ts'
import { makePalette, type Token } from './palette.ts'

export const brandFormSchema = brandSchema.extend({ siteName: siteNameSchema })

/** The colour derived from an accent for one use on the site. */
export type ShownAccent = {
  of: 'accent' | 'second'
  place: string
  colour: string
  /** Contrast ratio to one, of the text there. */
  contrast: number
  isAdjusted: boolean
}

type BrandPage = {
  siteName: string
  brand: Brand
  shown: ShownAccent[]
  logo: Logo | null
  shareImage: string | null
  /** The backgrounds on which pages show the logo. */
  grounds: string[]
}

/** Returns the data of the brand page. @throws {AppError} unauthenticated without the owner. */
export async function readBrand(ctx: Ctx): Promise<BrandPage> {
  const [brand, site] = await Promise.all([brandSetting.readAsOwner(ctx), ctx.site(ctx)])
  return {
    siteName: site.siteName,
    brand,
    logo: site.look.logo,
    shareImage: site.look.shareImage,
    grounds: (brand.ground === 'auto' ? (['dark', 'light'] as const) : [brand.ground]).map(
      (ground) => makePalette(brand, ground).ink,
    ),
    shown: groundsOf(brand).flatMap((ground) => shownOn(ground, brand)),
  }
}

type Uploads = { logo?: Upload | null; shareImage?: Upload | null }

/**
 * Stores the look, the uploaded pictures, and the site's name if it changed.
 * @throws {FieldErrors} logo, shareImage: a picture that cannot be shown. Then nothing is stored.
 */
export async function saveBrand(
  ctx: Ctx,
  { siteName, ...brand }: z.output<typeof brandFormSchema>,
  { logo = null, shareImage = null }: Uploads = {},
): Promise<void> {
  requireActor(ctx, 'content.write')
  const read = {
    ...(logo && { logo: await readLogo(ctx, logo) }),
    ...(shareImage && { shareImage: await readShareImage(ctx, shareImage) }),
  }
  await withTransaction(ctx, async (ctx) => {
    const {
      mailFrom: _mailFrom,
      publicUrl: _publicUrl,
      look: _look,
      brandFiles: _files,
      ...site
    } = await ctx.site(ctx)
    if (siteName !== site.siteName)
      await siteSettings.saveAsPart(ctx, { ...site, noticeEmails: [...site.noticeEmails], siteName })
    if (Object.keys(read).length > 0) await changePictures(ctx, read)
    const named = siteName === site.siteName ? [] : ['siteName']
    await brandSetting.save(ctx, brand, [...named, ...Object.keys(read)])
  })
}

/** Removes a picture. The name, or the drawn share image of each page, is shown instead. */
export async function removeBrandPicture(ctx: Ctx, { which }: { which: keyof BrandPictures }): Promise<void> {
  requireActor(ctx, 'content.write')
  await withTransaction(ctx, (ctx) => changePictures(ctx, { [which]: null }))
}

async function changePictures(ctx: Ctx, change: Partial<BrandPictures>): Promise<void> {
  await brandPictures.save(ctx, { ...(await brandPictures.read(ctx)), ...change })
}

/** Returns none for the starter's look, whose colours are not derived. */
function groundsOf(brand: Brand): readonly ('dark' | 'light')[] {
  const { ground } = brand
  if (isStarterBrand(brand)) return []
  return ground === 'auto' ? ['dark', 'light'] : [ground]
}

function shownOn(ground: Exclude<Ground, 'auto'>, brand: Brand): ShownAccent[] {
  const palette = makePalette(brand, ground)
  const shown = (of: 'accent' | 'second', place: string, colour: string, under: string): ShownAccent => ({
    of,
    place,
    colour,
    contrast: Math.floor(wcagContrast(colour, under) * 10) / 10,
    isAdjusted: colour !== brand[of],
  })
  const text = (of: 'accent' | 'second', token: Token) =>
    shown(of, `Text and icons, ${ground}`, palette[token], palette.overlay)
  return [
    text('accent', 'accent'),
    shown('accent', `Buttons with white text, ${ground}`, palette['accent-fill'], '#ffffff'),
    text('second', 'second'),
  ]
}
