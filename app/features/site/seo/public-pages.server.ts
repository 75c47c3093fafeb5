import { listPostPages } from '#app/features/blog/list-post-pages.server.ts'
import { languagesWithPosts } from '#app/features/blog/post-languages.server.ts'
import { blogTexts } from '#app/features/blog/blog-messages.ts'
import type { ContentPage, SiteContent } from '#app/features/content/build-content.server.ts'
import { bookingsTexts } from '#app/features/bookings/messages.ts'
import { offersMeetings } from '#app/features/bookings/types/offers-meetings.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { fill } from '#app/lib/messages.ts'
import { builtAt } from '#app/platform/built-at.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { foundTexts } from './messages.ts'

/** A page in the sitemap and in llms.txt, with its own share image. */
export type PublicPage = {
  path: string
  title: string
  description: string
  /** Section of llms.txt. */
  section: 'services' | 'company' | 'blog' | 'legal'
  /** Text of llms.txt after the description: timeline and price. */
  facts?: string
  /** Milliseconds UTC of the last change. */
  changedAt: number
}

/** Returns all indexable pages: the owner's in their order, then that of the free times and the blog's posts. */
export async function listPublicPages(ctx: Ctx): Promise<readonly PublicPage[]> {
  const posts = await listPostPages(ctx)
  const newest = posts.reduce((latest, post) => Math.max(latest, post.changedAt), 0)
  const [pages, book] = await Promise.all([
    listSitePages(ctx, newest > 0 ? newest : builtAt),
    listBookPage(ctx),
  ])
  return [...pages, ...book, ...posts.map((post) => ({ ...post, section: 'blog' as const }))]
}

/** Its times change by the minute, so the assistant's knowledge does without it. */
async function listBookPage(ctx: Ctx): Promise<PublicPage[]> {
  if (!(await offersMeetings(ctx))) return []
  const { title, description } = (await wordedTexts(ctx, bookingsTexts)).page
  return [{ path: '/book', section: 'company', title, description, changedAt: builtAt }]
}

/** Does the same without posts, of which there may be thousands. */
export async function listSitePages(ctx: Ctx, blogChangedAt: number = builtAt): Promise<PublicPage[]> {
  const [content, { language, mainLanguage }, blogs] = await Promise.all([
    readContent(ctx),
    ctx.site(ctx),
    languagesWithPosts(ctx),
  ])
  // The blog of another language may have no posts.
  const hasBlog = language === mainLanguage || blogs.has(language)
  const pages = [...content.pages.values()].filter(({ noindex }) => !noindex)
  const isLegal = ({ around }: ContentPage) => around.kind === 'legal'
  const toPublic = (page: ContentPage) => toPublicPage(page, content)
  return [
    ...pages.filter((page) => !isLegal(page)).map(toPublic),
    ...(hasBlog ? [blogPage(blogChangedAt, content)] : []),
    ...pages.filter(isLegal).map(toPublic),
  ]
}

function blogPage(changedAt: number, { wording }: SiteContent): PublicPage {
  const { title, metaDescription: description } = wording.texts(blogTexts)
  return { path: '/blog', section: 'company', title, description, changedAt }
}

function toPublicPage(page: ContentPage, { services, wording }: SiteContent): PublicPage {
  const { around, shareTitle: title, changedAt } = page
  const { id, kind, path } = around
  const service = services.find((known) => known.id === id)
  if (service) {
    const { summary: description, timeline, price } = service
    const { ready, cost } = wording.texts(foundTexts)
    const facts = [timeline && fill(ready, { timeline }), price && fill(cost, { price })]
    return {
      path,
      section: 'services',
      title,
      description,
      facts: facts.filter(Boolean).join(' '),
      changedAt,
    }
  }
  const hasServicesBelow = services.some((each) => each.path.startsWith(`${path}/`))
  const section = kind === 'legal' ? 'legal' : hasServicesBelow ? 'services' : 'company'
  return { path, section, title, description: page.description, changedAt }
}
