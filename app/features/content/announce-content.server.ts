import type { Ctx } from '#app/platform/context.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

/** Published before `PAGES_TOPIC`, so that content is read again before pages are rendered again. */
export const CONTENT_TOPIC = 'content'

/** Tells every instance that published content has changed, once the caller's transaction has committed. */
export async function announceContent(ctx: Ctx): Promise<void> {
  await ctx.signals.publish(ctx, CONTENT_TOPIC)
  await ctx.signals.publish(ctx, PAGES_TOPIC)
}
