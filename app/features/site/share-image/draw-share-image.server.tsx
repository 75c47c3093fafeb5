import { renderAsync } from '@resvg/resvg-js'
import anyAscii from 'any-ascii'
import satori from 'satori'

import type { Look } from '#app/lib/look.ts'

import type { FontPair } from '#app/lib/look.ts'

import type { LogoToDraw } from '../brand/logo/brand-pictures.server.ts'

import { CARD, ShareCard, TITLE_BOX } from './share-card.server.tsx'
import { DISPLAY, readShareFonts } from './share-fonts.server.ts'

export type ShareTexts = {
  title: string
  siteName: string
  /** The host, as people write it. */
  address: string
  colours: Look['colours']
  fonts: FontPair
  /** Replaces mark and name. */
  logo: LogoToDraw | null
}

/** Sizes of the title in pixels. If it does not fit at the smallest, it ends in an ellipsis. */
const SMALLEST = 42
const TITLE_SIZES = [96, 84, 72, 60, 50, SMALLEST]
/** Width of a capital letter relative to the font size; lower-case letters are narrower. */
const CHARACTER = 0.7
/** In characters. Dense text makes files large; this limit keeps every image below 100 KB. */
const LONGEST_TEXT = 180

/** Draws a share image of 1200 by 630 pixels as PNG. */
export async function drawShareImage(texts: ShareTexts): Promise<Buffer> {
  const { svg } = await layOutShareImage(texts)
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return image.asPng()
}

type Layout = {
  svg: string
  shown: ShareTexts
  /** Of the title, in pixels. */
  fontSize: number
  height: number
}

/**
 * Sets the title in the largest size that fits its box. The fonts have Latin, Greek and Cyrillic letters; emoji and signs
 * that they lack are left out instead of shown as boxes.
 */
export async function layOutShareImage(texts: ShareTexts): Promise<Layout> {
  const shown = await readable(texts)
  const longestWord = Math.max(...shown.title.split(' ').map((word) => word.length))
  // A word is broken only if it fits at no size.
  const sizes = TITLE_SIZES.filter((size) => longestWord * size * CHARACTER <= TITLE_BOX.width)
  for (const fontSize of sizes) {
    const layout = await layOut(shown, fontSize, false)
    if (layout.height <= TITLE_BOX.height) return layout
  }
  return layOut(shown, SMALLEST, true)
}

async function layOut(shown: ShareTexts, fontSize: number, isCut: boolean): Promise<Layout> {
  let height = 0
  const svg = await satori(<ShareCard {...shown} fontSize={fontSize} isCut={isCut} />, {
    ...CARD,
    fonts: readShareFonts(shown.fonts),
    onNodeDetected(node) {
      if (node.key === 'title') ({ height } = node)
    },
  })
  return { svg, shown, fontSize, height }
}

/** Returns the texts on one line each, without characters that no font has. An empty title becomes the site's name. */
async function readable(given: ShareTexts): Promise<ShareTexts> {
  const words = [given.title, given.siteName, given.address].map(oneLine).join(' ')
  const missing = await findMissing(words, given.fonts)
  const keep = (text: string) => {
    const kept = withoutMissing(oneLine(text), missing)
    // Punctuation alone is no title.
    return /[\p{L}\p{N}]/u.test(kept) ? oneLine(kept) : ''
  }
  const address = keep(given.address)
  const siteName = keep(given.siteName) || address
  return { ...given, address, siteName, title: keep(given.title) || siteName }
}

/**
 * Writes single letters that no font has in Latin ones, so that no word has a hole. A text that is mostly in another
 * script is left out as a whole, because a stranger's transliteration of it is hard to read.
 */
function withoutMissing(text: string, missing: ReadonlySet<string>): string {
  const characters = Array.from(text)
  const letters = characters.filter((character) => /[\p{L}\p{N}]/u.test(character))
  const lost = letters.filter((letter) => missing.has(letter))
  if (lost.length * 2 > letters.length) return ''
  return characters
    .map((character) => {
      if (!missing.has(character)) return character
      return /[\p{L}\p{N}]/u.test(character) ? anyAscii(character) : ''
    })
    .join('')
}

/** Lets the drawing library find the characters that none of the fonts has. */
async function findMissing(text: string, pair: FontPair): Promise<ReadonlySet<string>> {
  const missing = new Set<string>()
  await satori(<div style={{ display: 'flex', fontFamily: DISPLAY }}>{text}</div>, {
    ...CARD,
    fonts: readShareFonts(pair),
    loadAdditionalAsset: async (_language, segment) => {
      for (const character of segment) missing.add(character)
      return []
    },
  })
  return missing
}

/** Also removes invisible characters, such as those that set direction or join emoji. */
function oneLine(text: string): string {
  const line = text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{C}\uFE0F]/gu, '')
  const characters = Array.from(line)
  const isLong = characters.length > LONGEST_TEXT
  return isLong ? `${characters.slice(0, LONGEST_TEXT).join('').trim()}…` : line.trim()
}
