import { directionOf, type ProductLanguage, productLanguages } from '#app/lib/languages.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ProductTranslation } from '#app/platform/wording.ts'

const LONGEST_HEADER = 500

export type VisitorLanguage = { code: string; direction: 'ltr' | 'rtl'; translation: ProductTranslation }

/**
 * Returns the browser's language, if the assistant may speak it: only a site with the single language English leaves
 * the choice to browsers. The pages of other sites are in the languages that their owners chose.
 */
export async function chooseLanguage(
  ctx: Ctx,
  acceptLanguage: string | null,
): Promise<VisitorLanguage | null> {
  const { language, languages } = await ctx.site(ctx)
  if (languages.length > 1 || language !== defaultLocale) return null
  const code = preferredLanguage(acceptLanguage)
  const translation = code === null ? null : await ctx.translation(code)
  if (code === null || !translation) return null
  return { code, direction: directionOf(code), translation }
}

/** Returns the first of the product's languages that a browser prefers. */
export function preferredLanguage(acceptLanguage: string | null): ProductLanguage | null {
  const wanted = String(acceptLanguage).slice(0, LONGEST_HEADER).split(',').map(parseWanted)
  return (
    wanted
      .filter(({ weight }) => weight > 0)
      .toSorted((a, b) => b.weight - a.weight)
      .flatMap(({ language }) => productLanguages.find((each) => each === language) ?? [])[0] ?? null
  )
}

function parseWanted(part: string): { language: string; weight: number } {
  const [, tag = '', quality = '1'] =
    /^\s*([a-z]{2,3})(?:-[a-z\d-]*)?\s*(?:;\s*q=([\d.]+))?\s*$/i.exec(part) ?? []
  const language = tag.toLowerCase()
  return { language: language === 'in' ? 'id' : language, weight: tag === '' ? 0 : Number(quality) }
}

/** Returns a context whose texts are in the visitor's language, unless the owner worded them. */
export async function inLanguageOf(ctx: Ctx, request: Request): Promise<Ctx> {
  const language = await chooseLanguage(ctx, request.headers.get('accept-language'))
  return language ? inLanguage(ctx, language) : ctx
}

export function inLanguage(ctx: Ctx, { translation }: Pick<VisitorLanguage, 'translation'>): Ctx {
  return {
    ...ctx,
    async wording(inner) {
      const wording = await ctx.wording(inner)
      return { ...wording, texts: (set) => wording.texts(set, translation) }
    },
  }
}
