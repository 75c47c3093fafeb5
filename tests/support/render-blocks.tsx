import { renderToString } from 'react-dom/server'

import type { CaseStudy } from '#app/features/content/around.tsx'
import { PageBlocks } from '#app/features/content/page-blocks.tsx'
import type { PageBlock } from '#app/features/content/parse-block.ts'
import type { Service } from '#app/features/content/services.ts'
import { starterLook } from '#app/lib/look.ts'
import { SiteProvider } from '#app/ui/use-site.ts'

type Around = { services?: readonly Service[]; caseStudies?: readonly CaseStudy[] }

/** Renders blocks within the public layout. */
export async function renderBlocks(blocks: readonly PageBlock[], around: Around = {}): Promise<string> {
  const site = {
    language: 'en',
    root: '',
    languages: [],
    siteName: 'Site',
    contactEmail: 'a@b.example',
    socialLinkedin: '',
    socialX: '',
    socialInstagram: '',
    publicUrl: 'https://b.example',
    year: 2026,
    look: starterLook,
    isClosed: false,
    bookLabel: null,
    services: [],
    ...around,
  }
  return renderToString(
    <SiteProvider value={site}>
      <PageBlocks blocks={blocks} />
    </SiteProvider>,
  )
}
