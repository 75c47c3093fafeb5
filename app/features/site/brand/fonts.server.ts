import dmSansExt from './fonts/dm-sans-extended.woff2?url'
import dmSans from './fonts/dm-sans.woff2?url'
import figtreeExt from './fonts/figtree-extended.woff2?url'
import figtree from './fonts/figtree.woff2?url'
import frauncesExt from './fonts/fraunces-extended.woff2?url'
import fraunces from './fonts/fraunces.woff2?url'
import loraExt from './fonts/lora-extended.woff2?url'
import lora from './fonts/lora.woff2?url'
import nunitoExt from './fonts/nunito-sans-extended.woff2?url'
import nunito from './fonts/nunito-sans.woff2?url'
import outfitExt from './fonts/outfit-extended.woff2?url'
import outfit from './fonts/outfit.woff2?url'
import playfairExt from './fonts/playfair-display-extended.woff2?url'
import playfair from './fonts/playfair-display.woff2?url'
import soraExt from './fonts/sora-extended.woff2?url'
import sora from './fonts/sora.woff2?url'
import sourceExt from './fonts/source-sans-3-extended.woff2?url'
import source from './fonts/source-sans-3.woff2?url'
import spaceExt from './fonts/space-grotesk-extended.woff2?url'
import space from './fonts/space-grotesk.woff2?url'

import bricolage from '#app/ui/fonts/bricolage-grotesque.woff2?url'
import inter from '#app/ui/fonts/inter.woff2?url'

import { type FontPair, starterBrand } from './brand-schema.ts'

type Face = { name: string; latin: string; extended: string | null; fallback: 'serif' | 'sans-serif' }

const face = (
  name: string,
  latin: string,
  extended: string | null,
  fallback: Face['fallback'] = 'sans-serif',
) => ({
  name,
  latin,
  extended,
  fallback,
})

/** Each pair's face for headings and face for text. */
const pairs: Readonly<Record<FontPair, { display: Face; text: Face }>> = {
  'bricolage-inter': {
    display: face('Bricolage Grotesque', bricolage, null),
    text: face('Inter', inter, null),
  },
  'fraunces-source': {
    display: face('Fraunces', fraunces, frauncesExt, 'serif'),
    text: face('Source Sans 3', source, sourceExt),
  },
  'sora-nunito': { display: face('Sora', sora, soraExt), text: face('Nunito Sans', nunito, nunitoExt) },
  'playfair-lora': {
    display: face('Playfair Display', playfair, playfairExt, 'serif'),
    text: face('Lora', lora, loraExt, 'serif'),
  },
  'space-dm': { display: face('Space Grotesk', space, spaceExt), text: face('DM Sans', dmSans, dmSansExt) },
  'outfit-figtree': {
    display: face('Outfit', outfit, outfitExt),
    text: face('Figtree', figtree, figtreeExt),
  },
}

/** The addresses that a page loads before its text can be drawn. */
export function fontsToPreload(pair: FontPair): string[] {
  const { display, text } = pairs[pair]
  return [display.latin, text.latin]
}

/** The faces' rules and the tokens that name them; nothing for the starter's, which theme.css holds. */
export function fontRules(pair: FontPair): { faces: string; tokens: Readonly<Record<string, string>> } {
  if (pair === starterBrand.fonts) return { faces: '', tokens: {} }
  const { display, text } = pairs[pair]
  const stack = ({ name, fallback }: Face) =>
    `'${name}', ${fallback === 'serif' ? 'Georgia, ' : 'system-ui, '}${fallback}`
  return {
    faces: [display, text].flatMap(facesOf).join('\n'),
    tokens: { 'font-display': stack(display), 'font-sans': stack(text) },
  }
}

/** Unicode ranges of Google Fonts' subsets "latin" and "latin-ext". */
const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const EXTENDED =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

function facesOf({ name, latin, extended }: Face): string[] {
  const rule = (address: string, range: string) =>
    `@font-face{font-family:'${name}';src:url(${address}) format('woff2');font-weight:200 900;font-display:swap;unicode-range:${range}}`
  return [rule(latin, LATIN), ...(extended === null ? [] : [rule(extended, EXTENDED)])]
}
