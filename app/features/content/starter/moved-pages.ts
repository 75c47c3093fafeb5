/**
 * Paths that links, habits and other sites' menus lead to, and the page each means. Whoever renames a page adds the old
 * path here; queries go along, and any spelling of the old path finds its way.
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
