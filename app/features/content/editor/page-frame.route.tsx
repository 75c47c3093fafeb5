import { Fragment } from 'react'
import { createContext, type MiddlewareFunction } from 'react-router'

import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { readJson } from '#app/platform/http/request-body.server.ts'

import { AroundProvider } from '../around.tsx'
import { PageBlocks } from '../page-blocks.tsx'
import { pageDocumentSchema, type PageDocument } from '../page-document.ts'
import { readDraftPage } from '../pages/read-draft-page.server.ts'
import { getPage } from '../pages/read-pages.server.ts'

import type { Route } from './+types/page-frame.route.ts'
import { fieldsInHtml } from './fields-in-html.ts'
import styles from './frame.css?url'
import { blockMark, createMarks } from './marks.ts'

export const handle: PageHandle = { unshared: true }

type Marked = ReturnType<typeof createMarks> & { blocks: string[]; document?: PageDocument }

const markedContext = createContext<Marked>()

/** The frame's page runs no script; the editor listens from outside. */
const FRAME_POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "font-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "img-src 'self' data:",
  "manifest-src 'self'",
  "media-src 'self' https:",
  "script-src 'none'",
  "style-src 'self'",
].join('; ')

const withFields: MiddlewareFunction<Response> = async ({ context }, next) => {
  const marked: Marked = { ...createMarks(), blocks: [] }
  context.set(markedContext, marked)
  const response = await next()
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response
  const html = fieldsInHtml(await response.text(), marked.marks, marked.blocks)
  const headers = new Headers(response.headers)
  headers.set('content-security-policy', FRAME_POLICY)
  headers.set('x-robots-tag', 'noindex')
  return new Response(html, { status: response.status, headers })
}

export const middleware: Route.MiddlewareFunction[] = [withFields]

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const marked = context.get(markedContext)
    const page = await readDraftPage(ctx, params.id, marked.document, marked.dress)
    marked.blocks.push(...page.blocks.map(({ id }) => id))
    return page
  })
}

/** Renders blocks that are being edited instead of the draft's. Stores nothing. */
export function action({ context, params, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    const sent = pageDocumentSchema.pick({ blocks: true }).safeParse(await readJson(request, MAX_DOCUMENT))
    if (!sent.success) throw new AppError('invalid', 'This is not a page.')
    const { draft } = await getPage(ctx, params.id)
    context.get(markedContext).document = { ...draft, ...sent.data }
    return null
  })
}

const MAX_DOCUMENT = { maxBytes: 1024 * 1024 }

export function links(): Route.LinkDescriptors {
  return [{ rel: 'stylesheet', href: styles }]
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title ?? 'Page' }, { name: 'robots', content: 'noindex' }]
}

export default function PageFrameRoute({ loaderData: { around, blocks } }: Route.ComponentProps) {
  return (
    <AroundProvider value={around}>
      {blocks.map((block, index) => (
        <Fragment key={block.id}>
          {blockMark(index)}
          <PageBlocks blocks={[block]} />
        </Fragment>
      ))}
    </AroundProvider>
  )
}
