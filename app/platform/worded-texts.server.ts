import type { PublicTexts } from '#app/lib/messages.ts'

import type { Ctx } from './context.server.ts'

export async function wordedTexts<Strings>(ctx: Ctx, texts: PublicTexts<Strings>): Promise<Strings> {
  return (await ctx.wording(ctx)).texts(texts)
}
