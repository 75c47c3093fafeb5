import { wcagContrast } from 'culori'
import type { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { siteNameSchema, siteSettings } from '../settings/site-settings.server.ts'

import { type Brand, brandSchema, type Ground, isStarterBrand } from './brand-schema.ts'
import { brandSetting } from './brand.server.ts'
import { makePalette, type Token } from './palette.ts'

export const brandFormSchema = brandSchema.extend({ siteName: siteNameSchema })

/** How an accent is shown at one place of the site. */
export type ShownAccent = {
  of: 'accent' | 'second'
  place: string
  colour: string
  /** To one, of the text there. */
  contrast: number
  isAdjusted: boolean
}

type BrandPage = { siteName: string; brand: Brand; shown: ShownAccent[] }

/** What the brand's page shows. @throws {AppError} unauthenticated without the owner. */
export async function readBrand(ctx: Ctx): Promise<BrandPage> {
  const [brand, site] = await Promise.all([brandSetting.readAsOwner(ctx), ctx.site(ctx)])
  return {
    siteName: site.siteName,
    brand,
    shown: groundsOf(brand).flatMap((ground) => shownOn(ground, brand)),
  }
}

/** Stores the look, and the name where it changed, which mails and every page show. */
export async function saveBrand(
  ctx: Ctx,
  { siteName, ...brand }: z.output<typeof brandFormSchema>,
): Promise<void> {
  requireActor(ctx)
  await withTransaction(ctx, async (ctx) => {
    const { mailFrom: _mailFrom, publicUrl: _publicUrl, look: _look, ...site } = await ctx.site(ctx)
    if (siteName !== site.siteName)
      await siteSettings.save(ctx, { ...site, noticeEmails: [...site.noticeEmails], siteName })
    await brandSetting.save(ctx, brand)
  })
}

/** None for the starter's look, which was made by hand. */
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
