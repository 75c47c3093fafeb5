import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as othersFirst } from 'node:timers/promises'

import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'

import { ctxContext, visitContext } from '#app/platform/http/request-context.server.ts'
import { inputsOf } from '#app/platform/http/page-inputs.server.ts'
import { pageHandleOf } from '#app/platform/http/page-handle.ts'
import { markPublic } from '#app/platform/http/public-page.ts'
import { sayWhenToRetry } from '#app/platform/http/retry-after.server.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { MarkingProvider } from '#app/features/site/layout/fixed-part.tsx'
import { inItsLanguage, readPageLanguages } from '#app/features/site/languages/page-languages.server.ts'
import { withFixedParts } from '#app/features/site/layout/fixed-parts.server.ts'
import { SITE_LAYOUT_ID } from '#app/ui/use-site.ts'
import { PageContext } from '#app/ui/page-context.ts'

/** Renders the whole page before responding: public pages are cached whole, and admin pages are small. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestId, isKept } = context.get(visitContext)
  const handles = entry.staticHandlerContext.matches.map((match) =>
    pageHandleOf(entry.routeModules[match.route.id]?.handle),
  )
  const isApp = handles.some((handle) => handle.app)
  const isEnglish = isApp && !handles.some((handle) => handle.still)
  const isShared = !handles.some((handle) => handle.app || handle.unshared)
  const isPublic = isShared && status === 200 && request.method === 'GET'
  const { loaderData } = entry.staticHandlerContext
  const ctx = context.get(ctxContext)
  const { language, publicUrl } = await ctx.site(ctx)
  const languages = isApp ? null : await readPageLanguages(ctx, new URL(request.url).pathname)
  const tag =
    isPublic && isKept
      ? `"${inputsOf(request.url, headers, languages ? { ...loaderData, alternates: languages.alternates } : loaderData)}"`
      : null
  if (tag !== null && tag === request.headers.get('if-none-match')) return new Response(null, { status: 304 })
  // Yield first, because the loaders may have taken as long as rendering does.
  await othersFirst()
  const { module: script, imports: scriptImports } = entry.manifest.entry
  const rendered = (
    <PageContext
      value={{
        script,
        scriptImports,
        language: isEnglish ? defaultLocale : language,
        root: languages?.links.root,
        nonce: isApp ? nonce : undefined,
        requestId,
      }}
    >
      <ServerRouter context={entry} url={request.url} nonce={isApp ? nonce : undefined} />
    </PageContext>
  )
  const frame: unknown = loaderData[SITE_LAYOUT_ID]
  const body =
    tag !== null && typeof frame === 'object' && frame !== null
      ? await withFixedParts(frame, async (marking) => {
          const marked = await renderWhole(<MarkingProvider value={marking}>{rendered}</MarkingProvider>)
          return marked.toString()
        })
      : await renderWhole(rendered, isApp ? nonce : undefined)
  const page = languages ? inItsLanguage(body.toString(), languages, publicUrl) : body
  headers.set('content-type', 'text/html; charset=utf-8')
  if (tag !== null) headers.set('etag', tag)
  sayWhenToRetry(headers, status, entry.staticHandlerContext)
  if (isPublic) markPublic(headers)
  return new Response(page, { status, headers })
}

/** The only place that logs request errors. An unknown path is logged as a warning. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  const { log } = context.get(ctxContext)
  const { requestId } = context.get(visitContext)
  if (isRouteErrorResponse(error) && error.status < 500)
    log.warn(
      { requestId, status: error.status, path: new URL(request.url).pathname.slice(0, 200) },
      'page.refused',
    )
  else log.error({ error, requestId }, 'request.failed')
}

async function renderWhole(element: React.ReactElement, nonce?: string): Promise<Buffer<ArrayBuffer>> {
  const stream = new PassThrough()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { pipe } = renderToPipeableStream(element, {
    ...(nonce === undefined ? {} : { nonce }),
    onAllReady: resolve,
    onShellError: reject,
    onError: reject,
  })
  await promise
  pipe(stream)
  return buffer(stream)
}
