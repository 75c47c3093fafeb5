import { type SeededPages } from '../features/analytics/seed-visit.ts'
import { seedYearOfVisits } from '../features/analytics/seed-year-of-visits.server.ts'
import { saveApiConfig } from '../features/ai/config/api-config.server.ts'
import { seeder, seedPosts } from '../features/blog/seed-posts.server.ts'
import { builtInDefault } from '../features/ai/models/choose-model.ts'
import { seedLeads } from '../features/leads/seed-leads.server.ts'
import type { Ctx } from '../platform/context.server.ts'

/** Size of a demo's data: enough for the charts, and seeded within a second. */
const MONTH = { visits: 3000, days: 30 }

/** Fills a demo with sample data. The API key is fake, because the stand-in for the provider accepts any key. */
export async function seedDemo(ctx: Ctx): Promise<string[]> {
  if (!ctx.demo) return ['This is not a demo; nothing was added. Start one with npm run demo.']
  const lines = [...(await seedLeads(ctx)), ...(await seedPosts(ctx))]
  lines.push(await seedVisitsOf(ctx, ctx.clock.now(), MONTH))
  const asOwner = { ...ctx, actor: seeder }
  await saveApiConfig(asOwner, {
    provider: 'openai',
    model: builtInDefault('openai'),
    apiKey: 'sk-demo-of-a-stand-in-0000',
  })
  return lines
}

const sitePages: SeededPages = [
  ['/', 30],
  ['/services', 10],
  ['/services/ai-voice-agents', 10],
  ['/services/ai-chatbots', 9],
  ['/services/website-development', 6],
  ['/services/workflow-automation', 5],
  ['/services/ai-video-production', 4],
  ['/services/seo-optimisation', 3],
  ['/contact', 7],
  ['/blog', 8],
  ['/about', 5],
]

/** Seeds visits of the site's pages and posts until `until`; a year of them by default. */
export async function seedVisitsOf(ctx: Ctx, until: number, size?: typeof MONTH): Promise<string> {
  const posts = await ctx.db.selectFrom('blog_post').select('slug').orderBy('slug').execute()
  const pages = [...sitePages, ...posts.map(({ slug }) => [`/blog/${slug}`, 0.06] as const)]
  return seedYearOfVisits(ctx, { until, pages, ...(size && { size }) })
}
