import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { retryHeaders } from '#app/platform/http/answer.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { findBrandIcon } from './icons/brand-icons.server.ts'
import { brandSchema, starterBrand } from './brand-schema.ts'

export const brandSetting = defineSetting({
  key: 'brand',
  schema: brandSchema,
  defaults: starterBrand,
  audit: 'settings.brand',
  path: '/admin/brand',
  area: 'content',
  told: ['accent', 'second', 'ground', 'fonts'],
  // Every page names the sheet, and so is rendered anew.
  onSaved: (ctx) => ctx.signals.publish(ctx, PAGES_TOPIC),
  exported: { file: 'brand' },
})

const FILE = /^\/brand-(?:[a-z]+-){0,2}[\da-f]{16}\.(?:css|ico|jpg|png|svg|webp)$/
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Whether a path is that of a brand's file; the router knows no paths of which a part varies. */
export function isBrandFile(path: string): boolean {
  return FILE.test(path)
}

/**
 * Answers with the brand's style sheet or a picture of it, from memory: it is needed while the database is away, and anybody
 * may ask for it. A page that was cached before a change may still ask for an earlier sheet: it gets today's, and asks again
 * the next time.
 */
export async function answerBrandFile(ctx: Ctx, path: string, from: string): Promise<Response> {
  const { look, brandFiles } = await ctx.site(ctx)
  if (path.endsWith('.css'))
    return answer(look.sheet?.css ?? '', {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': path === look.sheet?.path ? IMMUTABLE : 'no-cache',
    })
  try {
    const file = brandFiles.get(path) ?? (await findBrandIcon(ctx, path, from))
    if (!file) return new Response(null, { status: 404 })
    return answer(file.bytes, {
      'content-type': file.type,
      'cache-control': IMMUTABLE,
      ...(file.policy !== undefined && { 'content-security-policy': file.policy }),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return new Response(error.message, { status: error.status, headers: retryHeaders(error) })
  }
}

function answer(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
  return new Response(body, { headers })
}
