import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/topics.ts'

import { tellSearchEngines } from './index-now/tell-search-engines.job.server.ts'

/** Makes what became of a post's page seen, in the caller's transaction: by every cache of ours, and by search engines. */
export async function announcePost(ctx: Ctx, slug: string): Promise<void> {
  await ctx.signals.publish(ctx, PAGES_TOPIC)
  if (ctx.indexNow) await enqueue(ctx, tellSearchEngines, { paths: [`/blog/${slug}`, '/blog'] })
}
