import type { Ctx } from '#app/platform/context.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

/** Told before `PAGES_TOPIC` of every change of what is published. */
export const CONTENT_TOPIC = 'content'

/** Tells every instance that published content has changed, once the caller's transaction has committed. */
export async function announceContent(ctx: Ctx): Promise<void> {
  await ctx.signals.publish(ctx, CONTENT_TOPIC)
  await ctx.signals.publish(ctx, PAGES_TOPIC)
}
