import { buildDraftPage } from '#app/features/content/pages/read-draft-page.server.ts'
import { findPreviewedPage } from '#app/features/content/pages/preview-links.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { data } from 'react-router'

import type { Route } from './+types/preview-page.route.ts'
import { contentPageMeta, ContentPageView } from './content-page.tsx'

/** Not cached, because it shows a draft to anybody with the link. */
export const handle: PageHandle = { unshared: true }

const privateHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' }

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const page = await buildDraftPage(ctx, await findPreviewedPage(ctx, params.token))
    return data({ ...page, noindex: true }, { headers: privateHeaders })
  })
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  // The address is a secret that must not reach other sites as a referrer.
  const secret = { name: 'referrer', content: 'no-referrer' }
  return loaderData ? [...contentPageMeta(matches, loaderData), secret] : [secret]
}

export default function PreviewPageRoute({ loaderData }: Route.ComponentProps) {
  return <ContentPageView page={loaderData} />
}
