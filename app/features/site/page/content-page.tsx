import { AroundProvider } from '#app/features/content/around.tsx'
import type { ContentPage } from '#app/features/content/build-content.server.ts'
import { PageBlocks } from '#app/features/content/page-blocks.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'

export function ContentPageView({ page }: { page: ContentPage }) {
  return (
    <AroundProvider value={page.around}>
      <PageBlocks blocks={page.blocks} />
    </AroundProvider>
  )
}

export function contentPageMeta(matches: Parameters<typeof pageMeta>[0]['matches'], page: ContentPage) {
  const { title, description, noindex, jsonLd } = page
  return pageMeta({
    matches,
    title,
    description,
    path: page.around.path,
    index: !noindex,
    jsonLd: () => [...jsonLd],
  })
}
