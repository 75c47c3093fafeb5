import type { Ctx } from '#app/platform/context.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { brandSchema, starterBrand } from './brand-schema.ts'

/** How the site looks. */
export const brandSetting = defineSetting({
  key: 'brand',
  schema: brandSchema,
  defaults: starterBrand,
  audit: 'settings.brand',
  path: '/admin/brand',
  // Every page names the sheet, and so is rendered anew.
  onSaved: (ctx) => ctx.signals.publish(ctx, PAGES_TOPIC),
})

const SHEET = /^\/brand-[\da-f]{16}\.css$/

/** Whether a path is that of a brand's style sheet; the router knows no paths of which a part varies. */
export function isBrandSheet(path: string): boolean {
  return SHEET.test(path)
}

/**
 * Answers with the brand's style sheet, from memory: it is needed while the database is away, and anybody may ask for it. A
 * page that was cached before a change may still ask for an earlier one: it gets today's, and asks again the next time.
 */
export async function answerBrandSheet(ctx: Ctx, path: string): Promise<Response> {
  const { sheet } = (await ctx.site(ctx)).look
  return new Response(sheet?.css ?? '', {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': path === sheet?.path ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  })
}
