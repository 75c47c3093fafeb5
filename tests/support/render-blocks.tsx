import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'

import type { CaseStudy } from '#app/features/content/around.tsx'
import { PageBlocks } from '#app/features/content/page-blocks.tsx'
import type { PageBlock } from '#app/features/content/parse-block.ts'
import type { Service } from '#app/features/content/services.ts'
import { SITE_LAYOUT_ID } from '#app/ui/use-site.ts'

type Around = { services?: readonly Service[]; caseStudies?: readonly CaseStudy[] }

/** The HTML of blocks as they stand in the public layout. */
export async function renderBlocks(blocks: readonly PageBlock[], around: Around = {}): Promise<string> {
  const site = {
    siteName: 'Site',
    contactEmail: 'a@b.example',
    publicUrl: 'https://b.example',
    services: [],
    ...around,
  }
  const handler = createStaticHandler([
    { id: SITE_LAYOUT_ID, path: '/', loader: () => site, element: <PageBlocks blocks={blocks} /> },
  ])
  const context = await handler.query(new Request('https://b.example/'))
  if (context instanceof Response) throw new Error('The route answered by itself.')
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}
