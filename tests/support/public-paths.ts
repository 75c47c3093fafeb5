/** All public pages; `tests/http/public-pages.test.ts` checks that none is missing. */
export const publicPaths = [
  '/',
  '/services',
  '/services/website-development',
  '/services/ai-video-production',
  '/services/ai-voice-agents',
  '/services/workflow-automation',
  '/services/ai-chatbots',
  '/about',
  '/contact',
  '/blog',
  '/terms',
  '/privacy',
] as const
