import { defaultLocale } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import type { Route } from './+types/llms.route.ts'
import { llmsText } from './llms-text.ts'
import { foundTexts } from './messages.ts'
import { listPublicPages } from './public-pages.server.ts'
import { sharedDocument } from './shared-document.server.ts'

/** An assistant reads the whole file; for a long blog, the newest posts are enough. */
const MOST_OF_A_SECTION = 50

export const handle: PageHandle = { shared: true }

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [pages, { summary, details, sections }, site] = await Promise.all([
      listPublicPages(ctx),
      wordedTexts(ctx, foundTexts),
      ctx.site(ctx),
    ])
    const { siteName, publicUrl } = site
    const text = llmsText({
      name: siteName,
      summary,
      details,
      sections: (['services', 'company', 'blog', 'legal'] as const).map((section) => ({
        // llmstxt.org gives this heading its meaning, in every language.
        title: section === 'legal' && site.language !== defaultLocale ? 'Optional' : sections[section],
        pages: pages.filter((page) => page.section === section).slice(0, MOST_OF_A_SECTION),
      })),
      publicUrl,
    })
    return sharedDocument(text, 'text/plain; charset=utf-8')
  })
}
