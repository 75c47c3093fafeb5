export const fontPairs = [
  'bricolage-inter',
  'fraunces-source',
  'sora-nunito',
  'playfair-lora',
  'space-dm',
  'outfit-figtree',
] as const

export type FontPair = (typeof fontPairs)[number]

export const STARTER_PAIR = 'bricolage-inter'

export type StarterPair = typeof STARTER_PAIR

/** Pixels of the largest corner; the smaller ones follow in proportion. */
export const MAX_RADIUS = 28

/** How the brand looks, for pages, mails and pictures. */
export type Look = {
  /** The brand's style sheet; null for the starter's look, which every page has already. */
  readonly sheet: { readonly path: string; readonly css: string } | null
  /** Addresses of fonts that a page loads before its text can be drawn; null for the starter's. */
  readonly preload: readonly string[] | null
  /** Null where the name and the starter's mark stand in its place. */
  readonly logo: Logo | null
  /** A picture of 1200 by 630 pixels for links to every page; null where each page has one drawn of its title. */
  readonly shareImage: string | null
  readonly fonts: FontPair
  readonly icons: Icons
  /** Hexadecimal colours by the tokens of theme.css, for what reads no style sheet. */
  readonly colours: {
    readonly ink: string
    /** Ink with a little of the accent's light. */
    readonly dusk: string
    readonly primary: string
    readonly secondary: string
    readonly glow: string
    readonly second: string
    readonly sweep: string
    /** The accent as text on white paper, and as a ground of white text. */
    readonly onWhite: string
    /** Headings on white paper. */
    readonly heading: string
  }
}

/** Addresses below the site's own; in pixels, the size of `png`, which is in the proportions of `src`. */
export type Logo = {
  readonly src: string
  /** For what shows no SVG: mails, search engines. */
  readonly png: string
  readonly width: number
  readonly height: number
}

/** Addresses of what browsers and systems show for the site. */
export type Icons = {
  readonly svg: string
  readonly ico: string
  readonly touch: string
  readonly small: string
  readonly large: string
  readonly maskable: string
}

/** Made by the build from public/favicon.svg. */
export const starterIcons: Icons = {
  svg: '/favicon.svg',
  ico: '/favicon.ico',
  touch: '/apple-touch-icon.png',
  small: '/icon-192.png',
  large: '/icon-512.png',
  maskable: '/icon-maskable-512.png',
}

/** The colours of theme.css. */
export const starterColours: Look['colours'] = {
  ink: '#07080D',
  dusk: '#151030',
  primary: '#F4F5F7',
  secondary: '#A8AEBD',
  glow: '#8b5cf6',
  second: '#22d3ee',
  sweep: '#a78bfa',
  onWhite: '#5b4be0',
  heading: '#07080d',
}

/** The demo brand's, which every page has in theme.css. */
export const starterLook: Look = {
  sheet: null,
  preload: null,
  logo: null,
  shareImage: null,
  fonts: STARTER_PAIR,
  icons: starterIcons,
  colours: starterColours,
}

export function manifestIcons({ svg, small, large, maskable }: Icons) {
  return [
    { src: svg, sizes: 'any', type: 'image/svg+xml' },
    { src: small, sizes: '192x192', type: 'image/png' },
    { src: large, sizes: '512x512', type: 'image/png' },
    { src: maskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ]
}
