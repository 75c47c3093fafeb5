import { listPostPages } from '#app/features/blog/list-post-pages.server.ts'
import { blogEn } from '#app/features/blog/messages.en.ts'
import { overviewEn } from '#app/features/services/overview/overview.en.ts'
import { priceText } from '#app/features/services/service-messages.ts'
import { listServices, type Service } from '#app/features/services/services.ts'
import { fill, fillAll, type Locale, type Messages } from '#app/lib/messages.ts'
import { builtAt } from '#app/platform/built-at.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { aboutEn } from '../about/about.en.ts'
import { privacyEn } from '../legal/privacy.en.ts'
import { termsEn } from '../legal/terms.en.ts'
import { siteMessages } from '../messages.ts'

import { foundMessages } from './messages.ts'

/** A page that may be found: in the sitemap, in llms.txt and with a share image of its own. */
export type PublicPage = {
  path: string
  title: string
  description: string
  /** Under which heading of llms.txt. */
  section: 'services' | 'company' | 'blog' | 'legal'
  /** What llms.txt says beyond the description: when it is ready, what it costs. */
  facts?: string
  /** Milliseconds UTC of the last change. */
  changedAt: number
}

type PageTexts = { title: string; metaDescription: string }

const texts: Messages<Record<'services' | 'about' | 'blog' | 'terms' | 'privacy', PageTexts>> = {
  en: { services: overviewEn, about: aboutEn, blog: blogEn, terms: termsEn, privacy: privacyEn },
}

/** Every page that may be found: those of the code, the most important first, then the blog's posts with their own dates. */
export async function listPublicPages(ctx: Ctx, locale: Locale): Promise<readonly PublicPage[]> {
  const [{ siteName }, posts] = await Promise.all([ctx.site(ctx), listPostPages(ctx)])
  const fixed = fillAll(listFixedPages(locale), { siteName })
  const newest = posts.reduce((latest, post) => Math.max(latest, post.changedAt), 0)
  return [
    ...fixed.map((page) => (page.path === '/blog' && newest > 0 ? { ...page, changedAt: newest } : page)),
    ...posts.map((post) => ({ ...post, section: 'blog' as const })),
  ]
}

/** Pages whose words are in the code: they change with a build. */
function listFixedPages(locale: Locale): PublicPage[] {
  const { home, contact } = siteMessages[locale]
  const { services, about, blog, terms, privacy } = texts[locale]
  const page = (path: string, section: PublicPage['section'], words: PageTexts): PublicPage => ({
    path,
    section,
    title: words.title,
    description: words.metaDescription,
    changedAt: builtAt,
  })
  return [
    page('/', 'company', { title: home.metaTitle, metaDescription: home.metaDescription }),
    page('/services', 'services', services),
    ...listServices(locale).map((service) => servicePage(service, locale)),
    page('/about', 'company', about),
    page('/contact', 'company', contact),
    page('/blog', 'company', blog),
    page('/terms', 'legal', terms),
    page('/privacy', 'legal', privacy),
  ]
}

function servicePage({ slug, path, name, summary, timeline }: Service, locale: Locale): PublicPage {
  return {
    path,
    section: 'services',
    title: name,
    description: summary,
    facts: fill(foundMessages[locale].facts, { timeline, price: priceText(slug, locale) }),
    changedAt: builtAt,
  }
}
