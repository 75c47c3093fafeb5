import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import bricolageExt from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff?inline'
import bricolage from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff?inline'
import bricolageVietnamese from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-vietnamese-700-normal.woff?inline'
import cyrillic from '@fontsource/inter/files/inter-cyrillic-500-normal.woff?inline'
import greek from '@fontsource/inter/files/inter-greek-500-normal.woff?inline'
import interExt from '@fontsource/inter/files/inter-latin-ext-500-normal.woff?inline'
import inter from '@fontsource/inter/files/inter-latin-500-normal.woff?inline'
import type { Font } from 'satori'

import type { FontPair } from '#app/lib/look.ts'
import { fontFiles } from '../brand/fonts.ts'

/** Values of `fontFamily` in order of fallback; the library looks up fonts by name and weight, one script each. */
export const DISPLAY = 'Display, Display Extended, Display Vietnamese, Text, Text Extended, Cyrillic, Greek'
export const TEXT = 'Text, Text Extended, Cyrillic, Greek, Display Vietnamese'

const known = new Map<FontPair, Font[]>()

/**
 * Returns a pair's fonts for the drawing library, which cannot read WOFF2: static fonts for each script. The starter's
 * are part of the chunk loaded with the first drawing; its Greek, Cyrillic and Vietnamese serve all pairs.
 */
export function readShareFonts(pair: FontPair): Font[] {
  const fonts = known.get(pair) ?? cutsOf(pair)
  known.set(pair, fonts)
  return fonts
}

function cutsOf(pair: FontPair): Font[] {
  const files = fontFiles(pair)
  const own = (name: string, starter: string) => (files ? fromFile(name) : fromDataUrl(starter))
  return [
    cut('Display', 700, own(`${files?.display}`, bricolage)),
    cut('Display Extended', 700, own(`${files?.display}-extended`, bricolageExt)),
    cut('Display Vietnamese', 700, fromDataUrl(bricolageVietnamese)),
    cut('Text', 500, own(`${files?.text}`, inter)),
    cut('Text Extended', 500, own(`${files?.text}-extended`, interExt)),
    cut('Cyrillic', 500, fromDataUrl(cyrillic)),
    cut('Greek', 500, fromDataUrl(greek)),
  ]
}

const cut = (name: string, weight: 500 | 700, data: Buffer): Font => ({ name, weight, style: 'normal', data })

const fromDataUrl = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')

/** Only the fonts of the current brand are read. */
const fromFile = (name: string) => readFileSync(resolve(fontFolder(), `${name}.woff`))

/** Returns the folder of the fonts that only drawings use. */
export const fontFolder = () =>
  resolve(import.meta.env.PROD ? 'build/client' : 'public', 'assets/fonts/share')
