import { renderAsync } from '@resvg/resvg-js'
import satori from 'satori'

import type { FontPair, Icons } from '#app/lib/look.ts'

import { DISPLAY, readShareFonts } from '../../share-image/share-fonts.server.ts'
import type { LogoToDraw } from '../logo/brand-pictures.server.ts'

export type IconTexts = {
  letter: string | undefined
  fonts: FontPair
  /** Background of a square logo. */
  ground: string
  /** Background of a white letter. */
  fill: string
  /** Null if the logo is too wide for an icon. */
  logo: LogoToDraw | null
}

/** Base64 of each icon. */
export type DrawnIcons = Readonly<Record<keyof Icons, string>>

const SIDE = 64
const CORNER = 14
/** Logos stay within the safe zone of masks, a circle of 80 % of the width (W3C app manifest, icon masks). */
const LOGO_SHARE = 0.72

/** Draws the logo or the name's first letter on a tile, with round corners or, for systems that mask icons, without. */
export async function drawIcons(texts: IconTexts): Promise<DrawnIcons> {
  const mark = texts.logo ? placed(texts.logo) : await letterOf(texts)
  const tile = (corner: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<rect width="${SIDE}" height="${SIDE}" rx="${corner}" fill="${texts.logo ? texts.ground : texts.fill}"/>${mark}</svg>`
  const [svg, whole] = [tile(CORNER), tile(0)]
  return {
    svg: base64(svg),
    ico: toIco(await draw(svg, 32), 32).toString('base64'),
    touch: base64(await draw(whole, 180)),
    small: base64(await draw(svg, 192)),
    large: base64(await draw(svg, 512)),
    maskable: base64(await draw(whole, 512)),
  }
}

function placed({ dataUrl, width, height }: LogoToDraw): string {
  const scale = (SIDE * LOGO_SHARE) / Math.max(width, height)
  const [w, h] = [width * scale, height * scale]
  return `<image href="${dataUrl}" x="${(SIDE - w) / 2}" y="${(SIDE - h) / 2}" width="${w}" height="${h}"/>`
}

/** Returns the letter as a path, or the starter's three bars if no font has it. */
async function letterOf({ letter, fonts }: IconTexts): Promise<string> {
  let isMissing = letter === undefined
  const style = {
    display: 'flex',
    width: SIDE,
    height: SIDE,
    alignItems: 'center',
    justifyContent: 'center',
    fontFamily: DISPLAY,
    fontSize: 42,
    color: '#ffffff',
  } as const
  const svg = await satori(<div style={style}>{letter}</div>, {
    width: SIDE,
    height: SIDE,
    fonts: readShareFonts(fonts),
    loadAdditionalAsset: async () => {
      isMissing = true
      return []
    },
  })
  return isMissing
    ? '<path d="M16 27v10M26.66 16v32M37.32 23v18M48 29v6" stroke="#fff" stroke-width="6.4" stroke-linecap="round"/>'
    : svg
}

async function draw(svg: string, pixels: number): Promise<Buffer> {
  const fitTo = { mode: 'width', value: pixels } as const
  return (await renderAsync(svg, { fitTo, font: { loadSystemFonts: false } })).asPng()
}

const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64')

/** Returns an ICO file: a directory of 6 bytes, an entry of 16 bytes, and the PNG. */
function toIco(png: Buffer, pixels: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(pixels, 6)
  head.writeUInt8(pixels, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
