import { readFileSync } from 'node:fs'

import { renderAsync } from '@resvg/resvg-js'
import anyAscii from 'any-ascii'
import satori from 'satori'

import type { Look } from '#app/lib/look.ts'

import type { FontPair } from '#app/lib/look.ts'

import type { LogoToDraw } from '../brand/logo/brand-pictures.server.ts'

import { CARD, NAME_BOX, ShareCard, TITLE_BOX } from './share-card.server.tsx'
import { drawWords, scriptFile, type Script, scriptOf, type WordsPicture } from './draw-words.server.ts'
import { DISPLAY, readShareFonts } from './share-fonts.server.ts'

export type ShareTexts = {
  title: string
  siteName: string
  /** Tag of the page's language. */
  language: string
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
const NAME_SIZES = [36, 30]
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
 * Sets the title in the largest size that fits its box. The brand's fonts have Latin, Greek and Cyrillic letters, those
 * of draw-words.server.ts five more scripts; emoji and signs that they lack are left out instead of shown as boxes.
 */
export async function layOutShareImage(texts: ShareTexts): Promise<Layout> {
  const shown = await readable(texts)
  const name = await drawIfNeeded(shown.siteName, shown, NAME_BOX, NAME_SIZES)
  const title = await drawIfNeeded(shown.title, shown, TITLE_BOX, TITLE_SIZES)
  const setAt = (fontSize: number, isCut: boolean) =>
    layOut(shown, { fontSize, isCut, titlePicture: title?.picture, namePicture: name?.picture })
  if (title) return { ...(await setAt(title.fontSize, false)), height: title.picture.height }
  const longestWord = Math.max(...shown.title.split(' ').map((word) => word.length))
  // A word is broken only if it fits at no size.
  const sizes = TITLE_SIZES.filter((size) => longestWord * size * CHARACTER <= TITLE_BOX.width)
  for (const fontSize of sizes) {
    const layout = await setAt(fontSize, false)
    if (layout.height <= TITLE_BOX.height) return layout
  }
  return setAt(SMALLEST, true)
}

type Setting = {
  fontSize: number
  isCut: boolean
  titlePicture: WordsPicture | undefined
  namePicture: WordsPicture | undefined
}

async function layOut(shown: ShareTexts, setting: Setting): Promise<Layout> {
  let height = 0
  const svg = await satori(<ShareCard {...shown} {...setting} />, {
    ...CARD,
    fonts: readShareFonts(shown.fonts),
    onNodeDetected(node) {
      if (node.key === 'title') ({ height } = node)
    },
  })
  return { svg, shown, fontSize: setting.fontSize, height }
}

type Drawn = { picture: WordsPicture; fontSize: number }

/** Draws a text in a script of its own at the first size that fits, else its beginning; null for the brand's letters. */
async function drawIfNeeded(
  text: string,
  { language, colours }: ShareTexts,
  box: { width: number; height: number },
  sizes: readonly number[],
): Promise<Drawn | null> {
  const script = scriptOf(text, language)
  if (!script) return null
  const setAt = (shown: string, fontSize: number) =>
    drawWords({ text: shown, script, language, colour: colours.primary, fontSize, width: box.width })
  const fits = ({ width, height }: WordsPicture) => width <= box.width && height <= box.height
  const smallest = Math.min(...sizes)
  for (const fontSize of sizes) {
    const picture = await setAt(text, fontSize)
    if (fits(picture)) return { picture, fontSize }
  }
  let letters = Array.from(new Intl.Segmenter(language).segment(text), ({ segment }) => segment)
  for (;;) {
    letters = letters.slice(0, Math.floor(letters.length * 0.9))
    const picture = await setAt(`${letters.join('').trim()}…`, smallest)
    if (fits(picture) || letters.length === 0) return { picture, fontSize: smallest }
  }
}

/** Returns the texts on one line each, without characters that no font has. An empty title becomes the site's name. */
async function readable(given: ShareTexts): Promise<ShareTexts> {
  const keep = async (text: string) => {
    const line = oneLine(text)
    const script = scriptOf(line, given.language)
    const kept = withoutMissing(line, await findMissing(line, given.fonts, script), script)
    // Punctuation alone is no title.
    return /[\p{L}\p{N}]/u.test(kept) ? oneLine(kept) : ''
  }
  const address = await keep(given.address)
  const siteName = (await keep(given.siteName)) || address
  return { ...given, address, siteName, title: (await keep(given.title)) || siteName }
}

/**
 * Writes single letters that no font has in Latin ones, so that no word has a hole. A text that is mostly in another
 * script, or lacks a sign of its own one, is left out as a whole, because a stranger's transliteration is hard to read.
 */
function withoutMissing(text: string, missing: ReadonlySet<string>, script: Script | null): string {
  const characters = Array.from(text)
  const letters = characters.filter((character) => /[\p{L}\p{N}]/u.test(character))
  const lost = letters.filter((letter) => missing.has(letter))
  const hasHole = script !== null && lost.some((letter) => scriptOf(letter, '') !== null)
  if (hasHole || lost.length * 2 > letters.length) return ''
  return characters
    .map((character) => {
      if (!missing.has(character)) return character
      return /[\p{L}\p{N}]/u.test(character) ? anyAscii(character) : ''
    })
    .join('')
}

/** Lets the drawing library find the characters that none of the fonts has. */
async function findMissing(
  text: string,
  pair: FontPair,
  script: Script | null,
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>()
  const fonts = script
    ? [{ name: 'Script', data: readFileSync(scriptFile(script)), weight: 700 as const }]
    : readShareFonts(pair)
  await satori(<div style={{ display: 'flex', fontFamily: script ? 'Script' : DISPLAY }}>{text}</div>, {
    ...CARD,
    fonts,
    loadAdditionalAsset: async (_language, segment) => {
      for (const character of segment) missing.add(character)
      return []
    },
  })
  return missing
}

const INVISIBLE =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}])[\u200C\u200D]|[^\P{C}\u200C\u200D]|\uFE0F/gu

/** Also removes invisible characters, such as those that set direction or join emoji, but not those that spell a word. */
function oneLine(text: string): string {
  const line = text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(INVISIBLE, '')
  const characters = Array.from(line)
  const isLong = characters.length > LONGEST_TEXT
  return isLong ? `${characters.slice(0, LONGEST_TEXT).join('').trim()}…` : line.trim()
}
