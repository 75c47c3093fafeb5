import { Fragment, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import type { MetaDescriptor } from 'react-router'

import { PostPage, postLinks, postMeta } from '#app/features/blog/pages/post-page.tsx'
import type { FoundPost } from '#app/features/blog/pages/read-posts.server.ts'
import { PageContext } from '#app/ui/page-context.ts'
import { SITE_LAYOUT_ID } from '#app/ui/use-site.ts'

import { Document } from '../layout/document.tsx'
import { MarkingProvider } from '../layout/fixed-part.tsx'
import { withFixedParts } from '../layout/fixed-parts.server.ts'
import { type FramedSite, frameLinks, SiteFrame } from '../layout/site-frame.tsx'

export type Entry = { module: string; imports: readonly string[] }

/** Returns the same bytes that the router renders for a post's route, but without the router. */
export async function renderPost(site: FramedSite, found: FoundPost, entry: Entry): Promise<string> {
  const meta = postMeta([{ id: SITE_LAYOUT_ID, loaderData: site }], found)
  const head = (
    <>
      <MetaTags of={meta} />
      {[...frameLinks, ...postLinks].map((link) => (
        <link key={link.href} {...link} />
      ))}
    </>
  )
  const html = await withFixedParts(site, (marking) =>
    renderToString(
      <PageContext
        value={{
          script: entry.module,
          scriptImports: entry.imports,
          language: site.language,
          root: site.root,
        }}
      >
        <MarkingProvider value={marking}>
          <Document head={head}>
            <SiteFrame site={site}>
              <PostPage {...found} />
            </SiteFrame>
          </Document>
        </MarkingProvider>
        {/* The router renders an empty one too. */}
        <Suspense>
          <Fragment />
        </Suspense>
      </PageContext>,
    ),
  )
  return `<!DOCTYPE html>${html}`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** Renders the result of `pageMeta` like the router's `Meta`. */
function MetaTags({ of: descriptors }: { of: readonly MetaDescriptor[] }) {
  return descriptors.map((descriptor, n) => <MetaTag key={n} of={descriptor} />)
}

function MetaTag({ of: descriptor }: { of: MetaDescriptor }) {
  // First, because a link may have a title too.
  if ('tagName' in descriptor) {
    const { tagName: _, ...attributes } = descriptor
    return <link {...attributes} />
  }
  if ('title' in descriptor) return <title>{String(descriptor.title)}</title>
  if (!('script:ld+json' in descriptor)) return <meta {...descriptor} />
  const json = JSON.stringify(descriptor['script:ld+json'])
  const __html = json.replaceAll(/[&><\u2028\u2029]/g, (sign) => escapes[sign] ?? sign)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />
}
