import { redirect } from 'react-router'

import { rootOfLanguage } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/**
 * Leads to a private page in the language in which its visitor began, if the link has lost its prefix.
 * @param language BCP 47 tag; null for the main one
 */
export async function keepVisitorsLanguage(
  ctx: Ctx,
  request: Request,
  language: string | null,
): Promise<void> {
  if (ctx.language !== null || language === null) return
  const { languages } = await ctx.site(ctx)
  const isShown = languages.slice(1).some(({ tag, isHidden }) => tag === language && !isHidden)
  if (!isShown) return
  const { pathname, search } = new URL(request.url)
  throw redirect(`${rootOfLanguage(language)}${pathname}${search}`, {
    headers: { 'cache-control': 'private, no-store' },
  })
}
