import { SITE_ASSISTANT } from '#app/features/chat/assistants/assistant-choices.ts'
import {
  findAssistant,
  forAssistant,
  readAssistant,
} from '#app/features/chat/assistants/read-assistant.server.ts'
import { ASSISTANT_HEADER } from '#app/features/chat/chat-events.ts'
import { directionOf, type ProductLanguage, productLanguages } from '#app/lib/languages.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { ProductTranslation } from '#app/platform/wording.ts'

const LONGEST_HEADER = 500

export type VisitorLanguage = { code: string; direction: 'ltr' | 'rtl'; translation: ProductTranslation }

/**
 * Returns the browser's language, if the assistant may speak it: only a site with the single language English leaves
 * the choice to browsers. The pages of other sites are in the languages that their owners chose. Assistants on other
 * sites speak the language of their settings, or else the browser's.
 */
export async function chooseLanguage(
  ctx: Ctx,
  acceptLanguage: string | null,
): Promise<VisitorLanguage | null> {
  const code = (await ownLanguage(ctx)) ?? preferredLanguage(acceptLanguage)
  if (code === null || !(await mayChoose(ctx))) return null
  const translation = await ctx.translation(code)
  if (!translation) return null
  return { code, direction: directionOf(code), translation }
}

async function ownLanguage(ctx: Ctx): Promise<ProductLanguage | null> {
  if (ctx.assistant.id === SITE_ASSISTANT) return null
  return (await readAssistant(ctx)).language || null
}

async function mayChoose(ctx: Ctx): Promise<boolean> {
  if (ctx.assistant.id !== SITE_ASSISTANT) return true
  const { language, languages } = await ctx.site(ctx)
  return languages.length === 1 && language === defaultLocale
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

/** Returns the context of the assistant that a request names; without a name, of this site's. */
export async function assistantContext(ctx: Ctx, request: Request): Promise<Ctx> {
  const key = request.headers.get(ASSISTANT_HEADER)
  return key === null ? ctx : forAssistant(ctx, await findAssistant(ctx, key, 'key'))
}

/** Returns the context of the assistant that a request names, whose texts are in the visitor's language. */
export async function visitorContext(
  ctx: Ctx,
  request: Request,
): Promise<{ ctx: Ctx; language: VisitorLanguage | null }> {
  const own = await assistantContext(ctx, request)
  const language = await chooseLanguage(own, request.headers.get('accept-language'))
  return { ctx: language ? inLanguage(own, language) : own, language }
}

/** Returns a context whose texts are in a language, unless the owner worded them. */

export function inLanguage(ctx: Ctx, { translation }: Pick<VisitorLanguage, 'translation'>): Ctx {
  return {
    ...ctx,
    async wording(inner) {
      const wording = await ctx.wording(inner)
      return { ...wording, texts: (set) => wording.texts(set, translation) }
    },
  }
}
