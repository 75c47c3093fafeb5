import { renderAsync } from '@resvg/resvg-js'
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
  /** In place of the mark and the name. */
  logo: LogoToDraw | null
}

/** Of the title, in pixels: from a few words to a paragraph. What is longer still ends in an ellipsis. */
const SMALLEST = 42
const TITLE_SIZES = [96, 84, 72, 60, 50, SMALLEST]
/** Width of a character in parts of the size: a word of capitals takes about as much, one of small letters less. */
const CHARACTER = 0.7
/** In characters. Dense type is what makes a file large: this keeps every image under 100 KB. */
const LONGEST_TEXT = 180

/** Draws a share image of 1200 by 630 pixels as PNG. */
export async function drawShareImage(texts: ShareTexts): Promise<Buffer> {
  const { svg } = await layOutShareImage(texts)
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return image.asPng()
}

type Layout = {
  svg: string
  /** What of the texts is drawn. */
  shown: ShareTexts
  /** Of the title, in pixels. */
  fontSize: number
  height: number
}

/**
 * Sets the title in the largest size at which it fits its box. Characters that our faces lack (emoji, most scripts but
 * Latin, Greek and Cyrillic) are left out rather than shown as boxes.
 */
export async function layOutShareImage(texts: ShareTexts): Promise<Layout> {
  const shown = await readable(texts)
  const longestWord = Math.max(...shown.title.split(' ').map((word) => word.length))
  // A word is broken only when it fits in no size.
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

/** The texts in one line each, without what no face of ours can draw; a title that loses all of itself is the name. */
async function readable(given: ShareTexts): Promise<ShareTexts> {
  const words = [given.title, given.siteName, given.address].map(oneLine).join(' ')
  const missing = await findMissing(words, given.fonts)
  const keep = (text: string) => {
    const kept = Array.from(oneLine(text))
      .filter((character) => !missing.has(character))
      .join('')
    // A title that is left with punctuation alone says nothing.
    return /[\p{L}\p{N}]/u.test(kept) ? oneLine(kept) : ''
  }
  const address = keep(given.address)
  const siteName = keep(given.siteName) || address
  return { ...given, address, siteName, title: keep(given.title) || siteName }
}

/** The faces themselves are asked: the drawing library tells of each character that none of them has. */
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

/** Without marks that steer direction or join emoji, which no eye would see missing. */
function oneLine(text: string): string {
  const line = text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{C}\uFE0F]/gu, '')
  const characters = Array.from(line)
  const isLong = characters.length > LONGEST_TEXT
  return isLong ? `${characters.slice(0, LONGEST_TEXT).join('').trim()}…` : line.trim()
}
