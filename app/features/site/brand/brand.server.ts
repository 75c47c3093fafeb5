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
  // Every page links the sheet, so all are rendered again.
  onSaved: (ctx) => ctx.signals.publish(ctx, PAGES_TOPIC),
  exported: { file: 'brand' },
})

const FILE = /^\/brand-(?:[a-z]+-){0,2}[\da-f]{16}\.(?:css|ico|jpg|png|svg|webp)$/
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Returns whether a path is that of a brand file; the router cannot match paths with a variable part of a name. */
export function isBrandFile(path: string): boolean {
  return FILE.test(path)
}

/**
 * Responds with the brand's style sheet or a picture from memory, because anybody may request them, even while the
 * database is unreachable. A page cached before a change may request a former sheet: it gets the current one, uncached.
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
