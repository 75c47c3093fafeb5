import bricolageExt from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff?inline'
import bricolage from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff?inline'
import bricolageVietnamese from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-vietnamese-700-normal.woff?inline'
import cyrillic from '@fontsource/inter/files/inter-cyrillic-500-normal.woff?inline'
import greek from '@fontsource/inter/files/inter-greek-500-normal.woff?inline'
import interExt from '@fontsource/inter/files/inter-latin-ext-500-normal.woff?inline'
import inter from '@fontsource/inter/files/inter-latin-500-normal.woff?inline'
import type { Font } from 'satori'

/** Names for `fontFamily`, each the one before helped out: a face is looked for by name and weight, a script at a time. */
export const DISPLAY = 'Display, Display Extended, Display Vietnamese, Text, Text Extended, Cyrillic, Greek'
export const TEXT = 'Text, Text Extended, Cyrillic, Greek, Display Vietnamese'

/**
 * The site's faces as the drawing library reads them, which knows no WOFF2: static cuts of each script we have. They lie
 * within the chunk that is loaded with the first drawing.
 */
export function readShareFonts(): Font[] {
  return [
    cut('Display', 700, bricolage),
    cut('Display Extended', 700, bricolageExt),
    cut('Display Vietnamese', 700, bricolageVietnamese),
    cut('Text', 500, inter),
    cut('Text Extended', 500, interExt),
    cut('Cyrillic', 500, cyrillic),
    cut('Greek', 500, greek),
  ]
}

function cut(name: string, weight: 500 | 700, dataUrl: string): Font {
  const data = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  return { name, weight, style: 'normal', data }
}
