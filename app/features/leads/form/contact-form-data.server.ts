import { defaultLocale } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { listCountries } from '../countries.server.ts'

/** What a page that carries the contact form must load. */
export async function readContactFormData(ctx: Ctx) {
  const { siteName } = await ctx.site(ctx)
  return { siteName, countries: listCountries(defaultLocale) }
}

export type ContactFormData = Awaited<ReturnType<typeof readContactFormData>>
