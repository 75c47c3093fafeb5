import { type FontPair, STARTER_PAIR, type StarterPair } from '#app/lib/look.ts'

/** `file` is the start of the names of its three files in public/assets/fonts. */
type Face = { name: string; file: string; fallback: 'serif' | 'sans-serif' }

const sans = (name: string, file: string): Face => ({ name, file, fallback: 'sans-serif' })
const serif = (name: string, file: string): Face => ({ name, file, fallback: 'serif' })

/** Fonts for headings and text of each pair; the starter's are in theme.css. */
const pairs: Readonly<Record<Exclude<FontPair, StarterPair>, { display: Face; text: Face }>> = {
  'fraunces-source': { display: serif('Fraunces', 'fraunces'), text: sans('Source Sans 3', 'source-sans-3') },
  'sora-nunito': { display: sans('Sora', 'sora'), text: sans('Nunito Sans', 'nunito-sans') },
  'playfair-lora': { display: serif('Playfair Display', 'playfair-display'), text: serif('Lora', 'lora') },
  'space-dm': { display: sans('Space Grotesk', 'space-grotesk'), text: sans('DM Sans', 'dm-sans') },
  'outfit-figtree': { display: sans('Outfit', 'outfit'), text: sans('Figtree', 'figtree') },
}

/** A font file never changes under its name, so browsers may cache it for a year. */
const address = (file: string) => `/assets/fonts/${file}.woff2`

/** Returns the font files to preload; null for the starter's pair, whose files the build names. */
export function fontsToPreload(pair: FontPair): string[] | null {
  if (pair === STARTER_PAIR) return null
  const { display, text } = pairs[pair]
  return [display, text].map(({ file }) => address(`${file}-basic`))
}

/** Returns the `@font-face` rules and their tokens; empty for the starter's pair, which theme.css contains. */
export function fontRules(pair: FontPair): { faces: string; tokens: Readonly<Record<string, string>> } {
  if (pair === STARTER_PAIR) return { faces: '', tokens: {} }
  const { display, text } = pairs[pair]
  const stack = ({ name, fallback }: Face) =>
    `'${name}', ${fallback === 'serif' ? 'Georgia, ' : 'system-ui, '}${fallback}`
  return {
    faces: [display, text].flatMap(facesOf).join('\n'),
    tokens: { 'font-display': stack(display), 'font-sans': stack(text) },
  }
}

/** Characters of the three files: English; the other ones of Google Fonts' subset "latin"; its subset "latin-ext". */
const BASIC =
  'U+0020-007E,U+00A0,U+00A9,U+00B7,U+00D7,U+00F7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+203A,U+20AC,U+2212'
const ACCENTS =
  'U+00A1-00A8,U+00AA-00B6,U+00B8-00D6,U+00D8-00F6,U+00F8-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-2012,U+2015-2017,U+201A-201B,U+201E-2021,U+2023-2025,U+2027-2039,U+203B-206F,U+2122,U+2191,U+2193,U+2215,U+FEFF,U+FFFD'
const EXTENDED =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

function facesOf({ name, file }: Face): string[] {
  const rule = (source: string, range: string) =>
    `@font-face{font-family:'${name}';src:url(${address(source)}) format('woff2');font-weight:200 900;font-display:swap;unicode-range:${range}}`
  return [rule(`${file}-basic`, BASIC), rule(`${file}-accents`, ACCENTS), rule(`${file}-extended`, EXTENDED)]
}

/** Returns the names of the pair's static font files, used in drawings; null for the starter's pair. */
export function fontFiles(pair: FontPair): { display: string; text: string } | null {
  if (pair === STARTER_PAIR) return null
  const { display, text } = pairs[pair]
  return { display: display.file, text: text.file }
}
