import type { Ctx } from '#app/platform/context.server.ts'

import { ar } from './ar.ts'
import { bn } from './bn.ts'
import { de } from './de.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { hi } from './hi.ts'
import { id } from './id.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import type { Translation } from './translation.ts'
import { ur } from './ur.ts'
import { zh } from './zh.ts'

export const translations: Readonly<Record<string, Translation>> = {
  ar,
  bn,
  de,
  es,
  fr,
  hi,
  id,
  pt,
  ru,
  ur,
  zh,
}

/** The language of the site itself. */
const SITE = 'en'
const LONGEST_HEADER = 500

export type VisitorLanguage = { code: string; direction: 'ltr' | 'rtl'; translation: Translation }

/** Returns the first supported language that the browser prefers; null if there is none or it is the site's. */
export function chooseLanguage(acceptLanguage: string | null): VisitorLanguage | null {
  const wanted = String(acceptLanguage).slice(0, LONGEST_HEADER).split(',').map(parseWanted)
  const code = wanted
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
    .find((language) => language === SITE || Object.hasOwn(translations, language))
  const translation = code === undefined ? undefined : translations[code]
  if (code === undefined || !translation) return null
  return { code, direction: code === 'ar' || code === 'ur' ? 'rtl' : 'ltr', translation }
}

function parseWanted(part: string): { language: string; weight: number } {
  const [, tag = '', quality = '1'] =
    /^\s*([a-z]{2,3})(?:-[a-z\d-]*)?\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(part) ?? []
  const language = tag.toLowerCase()
  return { language: language === 'in' ? 'id' : language, weight: tag === '' ? 0 : Number(quality) }
}

/** Returns a context whose texts are in the visitor's language, unless the owner worded them. */
export function inLanguageOf(ctx: Ctx, request: Request): Ctx {
  const language = chooseLanguage(request.headers.get('accept-language'))
  return language ? inLanguage(ctx, language) : ctx
}

export function inLanguage(ctx: Ctx, { translation }: VisitorLanguage): Ctx {
  const sets = new Map(Object.entries(translation))
  return {
    ...ctx,
    async wording(inner) {
      const wording = await ctx.wording(inner)
      return {
        ...wording,
        texts: (set) => wording.texts(set, { texts: sets.get(set.name), facts: translation.facts }),
      }
    },
  }
}
