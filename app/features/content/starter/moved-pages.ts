/**
 * Common or former paths, and the page that each redirects to. When a page is renamed, add its old path here. Queries
 * are kept, and other spellings of a path redirect too.
 */
export const movedPages = {
  '/home': '/',
  '/index.html': '/',
  '/about-us': '/about',
  '/contact-us': '/contact',
  '/get-started': '/contact',
  '/services/chatbots': '/services/ai-chatbots',
  '/services/seo': '/contact?service=seo-optimisation',
  '/services/video-production': '/services/ai-video-production',
  '/services/voice-agents': '/services/ai-voice-agents',
  '/services/web-development': '/services/website-development',
  '/terms-and-conditions': '/terms',
  '/terms-of-service': '/terms',
  '/privacy-policy': '/privacy',
} as const satisfies Readonly<Record<string, string>>
