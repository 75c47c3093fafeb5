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
}
