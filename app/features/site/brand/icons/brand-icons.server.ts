import { createHash } from 'node:crypto'

import { type Icons, starterIcons } from '#app/lib/look.ts'
import { mapNames } from '#app/lib/map-names.ts'
import type { BrandFile, Ctx, SiteIdentity } from '#app/platform/context.server.ts'
import { PAGES_TOPIC, RESYNC } from '#app/platform/signals/signals.server.ts'

import { drawInChildProcess } from '../../share-image/draw-in-child-process.server.ts'
import { logoToDraw } from '../logo/brand-pictures.server.ts'

import type { DrawnIcons, IconTexts } from './draw-icons.server.tsx'

const MOST_SQUARE_RATIO = 1.6

/** Increment when icons are drawn differently, because browsers cache them for a year. */
const DRAWING = 1

const names = Object.keys(starterIcons) as (keyof Icons)[]
const types: Readonly<Record<keyof Icons, BrandFile['type']>> = {
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  touch: 'image/png',
  small: 'image/png',
  large: 'image/png',
  maskable: 'image/png',
}

/** Returns the addresses of a brand's icons, which change with their content. */
export function iconAddresses(site: IconSite): Icons {
  const hash = createHash('sha256')
    .update(JSON.stringify([DRAWING, textsOf(site)]))
    .digest('hex')
    .slice(0, 16)
  return mapNames(names, (name) => {
    const extension = name === 'svg' || name === 'ico' ? name : 'png'
    return `/brand-icon-${name}-${hash}.${extension}`
  })
}

type IconSite = Pick<SiteIdentity, 'siteName' | 'brandFiles'> & {
  look: Pick<SiteIdentity['look'], 'logo' | 'colours' | 'fonts'>
}

function textsOf(site: IconSite): IconTexts {
  const { siteName, look } = site
  const [first] = new Intl.Segmenter().segment(siteName.trim())
  const logo = logoToDraw(site)
  const isSquarish = logo && Math.max(logo.width / logo.height, logo.height / logo.width) <= MOST_SQUARE_RATIO
  return {
    letter: first?.segment.toLocaleUpperCase(),
    fonts: look.fonts,
    ground: look.colours.ink,
    fill: look.colours.onWhite,
    logo: isSquarish ? logo : null,
  }
}

/** Icons of the last brands; drawing them takes half a second. */
const createKept = () => new Map<string, Promise<DrawnIcons>>()
const MOST_KEPT = 4

/**
 * Returns the current brand's icon at an address; null if there is none. The first request draws all icons.
 * @throws {AppError} too-many or unavailable if too many drawings are requested.
 */
export async function findBrandIcon(ctx: Ctx, path: string, from: string): Promise<BrandFile | null> {
  const site = await ctx.site(ctx)
  const { icons } = site.look
  const name = names.find((each) => icons[each] === path)
  if (name === undefined) return null
  const kept = ctx.state.of(createKept)
  const drawing =
    kept.get(icons.svg) ?? ctx.admission.drawings.run(from, () => drawInChildProcess('icons', textsOf(site)))
  kept.set(icons.svg, drawing)
  drawing.catch(() => kept.delete(icons.svg))
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  const drawn = await drawing
  return { type: types[name], bytes: Buffer.from(drawn[name], 'base64') }
}

/** Names under which clients request icons without reading a page. */
const usual: Readonly<Record<string, keyof Icons>> = {
  '/favicon.ico': 'ico',
  '/favicon.svg': 'svg',
  '/apple-touch-icon.png': 'touch',
  '/apple-touch-icon-precomposed.png': 'touch',
}

/** Follows the brand, and returns a lookup of usual icon names: their redirects, or null for the starter's icons. */
export function keepUsualIcons(ctx: Ctx): (path: string) => string | null {
  let icons = starterIcons
  const read = () => {
    // This does not reject: without the database it returns the last known identity.
    void ctx.site(ctx).then(({ look }) => {
      icons = look.icons
    })
  }
  for (const topic of [PAGES_TOPIC, RESYNC]) ctx.signals.subscribe(topic, read)
  read()
  return (path) => {
    const name = usual[path]
    return name === undefined || icons === starterIcons ? null : icons[name]
  }
}
