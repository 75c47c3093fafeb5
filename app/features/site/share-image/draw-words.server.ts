import { resolve } from 'node:path'

import sharp from 'sharp'

import { fontFolder } from './share-fonts.server.ts'

/** Fonts for scripts whose letters join, reorder or number thousands; each has Latin letters and digits too. */
const SCRIPTS = {
  arabic: { letters: /\p{Script=Arabic}/u, family: 'Noto Sans Arabic' },
  devanagari: { letters: /\p{Script=Devanagari}/u, family: 'Noto Sans Devanagari' },
  bengali: { letters: /\p{Script=Bengali}/u, family: 'Noto Sans Bengali' },
  japanese: { letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, family: 'Noto Sans JP' },
  chinese: { letters: /\p{Script=Han}/u, family: 'Noto Sans SC' },
} as const

export type Script = keyof typeof SCRIPTS

/** Returns the script that needs a font of its own, null for one of the brand's letters. Han alone is read by the language. */
export function scriptOf(text: string, language: string): Script | null {
  const names = Object.keys(SCRIPTS) as Script[]
  const found = names.find((name) => SCRIPTS[name].letters.test(text))
  return found === 'chinese' && /^ja\b/i.test(language) ? 'japanese' : (found ?? null)
}

/** Returns the path of a script's TrueType file. */
export const scriptFile = (script: Script): string => resolve(fontFolder(), `${script}.ttf`)

type Words = {
  text: string
  script: Script
  language: string
  colour: string
  fontSize: number
  width: number
}

/** A PNG cropped to its letters, with its size in pixels. */
export type WordsPicture = { dataUrl: string; width: number; height: number }

/**
 * Sets text in lines of at most `width` pixels, shaped and ordered as its script wants (Arabic from the right), which the
 * card's own layout library cannot do.
 */
export async function drawWords({
  text,
  script,
  language,
  colour,
  fontSize,
  width,
}: Words): Promise<WordsPicture> {
  const marked = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const lang = /^[\w-]+$/.test(language) ? ` lang="${language}"` : ''
  const words = sharp({
    text: {
      text: `<span foreground="${colour}" line_height="${LEADING[script] ?? 1}"${lang}>${marked}</span>`,
      font: `${SCRIPTS[script].family} Bold ${fontSize}`,
      fontfile: scriptFile(script),
      width,
      wrap: 'word-char',
      rgba: true,
      dpi: 72,
    },
  })
  const { data, info } = await words.png().toBuffer({ resolveWithObject: true })
  return {
    dataUrl: `data:image/png;base64,${data.toString('base64')}`,
    width: info.width,
    height: info.height,
  }
}

/** Relative to the font's own line, which leaves room for marks stacked higher than titles have them. */
const LEADING: Partial<Record<Script, number>> = { arabic: 0.8, chinese: 0.85, japanese: 0.85 }
