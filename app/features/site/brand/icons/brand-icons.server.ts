import { createHash } from 'node:crypto'

import { type Icons, starterIcons } from '#app/lib/look.ts'
import { mapNames } from '#app/lib/map-names.ts'
import type { BrandFile, Ctx, SiteIdentity } from '#app/platform/context.server.ts'
import { PAGES_TOPIC, RESYNC } from '#app/platform/signals/signals.server.ts'

import { drawInChildProcess } from '../../share-image/draw-in-child-process.server.ts'
import { logoToDraw } from '../logo/brand-pictures.server.ts'

import type { DrawnIcons, IconTexts } from './draw-icons.server.tsx'

const MOST_SQUARE_RATIO = 1.6

/** Goes up when icons are drawn otherwise, for browsers keep them for a year. */
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

/** The addresses of a brand's icons, which change with what is drawn on them. */
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

/** The drawings of the last brands; each takes half a second. */
const createKept = () => new Map<string, Promise<DrawnIcons>>()
const MOST_KEPT = 4

/**
 * The icon at an address of today's brand; null where there is none. All are drawn at the first request for one.
 * @throws {AppError} too-many or unavailable where too many drawings are asked for.
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

/** By the names under which some ask for icons without reading a page. */
const usual: Readonly<Record<string, keyof Icons>> = {
  '/favicon.ico': 'ico',
  '/favicon.svg': 'svg',
  '/apple-touch-icon.png': 'touch',
  '/apple-touch-icon-precomposed.png': 'touch',
}

/** Where an icon's usual name leads; null while the starter's files lie there. Follows the brand on every instance. */
export function keepUsualIcons(ctx: Ctx): (path: string) => string | null {
  let icons = starterIcons
  const read = () => {
    // It answers with the last known identity where the database is away.
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
