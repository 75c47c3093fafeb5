import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

import { findKeptPost, type KeptPost, type KeptPosts } from '#app/features/blog/kept/kept-posts.server.ts'
import { ownPages } from '#app/features/blog/store-post.server.ts'
import { builtAt, version as softwareVersion } from '#app/platform/built-at.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { hashOf } from '#app/platform/http/page-inputs.server.ts'
import { markPublic } from '#app/platform/http/public-page.ts'

import { readPublicSite } from '../layout/public-site.server.ts'

const compress = promisify(brotliCompress)

const POST = /^\/blog\/([a-z0-9-]+)$/

type Render = (request: Request) => Promise<Response>

/** Answers with a post's page from the database, and renders it only if something that it shows has changed (decision 0064). */
export function createPostAnswers(ctx: Ctx, posts: KeptPosts) {
  return (request: Request, render: Render): Promise<Response> | null => {
    const { pathname, search } = new URL(request.url)
    const slug = search === '' ? POST.exec(pathname)?.[1] : undefined
    return slug === undefined || ownPages.includes(slug) ? null : answerPost(slug, request, render)
  }

  async function answerPost(slug: string, request: Request, render: Render): Promise<Response> {
    const madeOf = await hashOfSurroundings(ctx)
    const found = await findKeptPost(ctx, slug).catch(() => null)
    if (!found) return render(request)
    const { version, kept } = found
    const tag = request.headers.get('if-none-match')
    const isFresh = kept?.version === version && kept.madeOf === madeOf
    if (kept && isFresh) return kept.tag === tag ? unchanged() : toResponse(kept)
    const known = kept?.tag ?? tag
    const response = await render(withTag(request, known))
    if (response.status === 304) {
      if (kept) posts.keep({ ...kept, version, madeOf })
      return kept === null || kept.tag === tag ? unchanged() : toResponse(kept)
    }
    const made = response.headers.get('etag')
    if (response.status !== 200 || made === null || response.headers.has('set-cookie')) return response
    const body = await compressed(await response.arrayBuffer())
    posts.keep({ slug, version, madeOf, tag: made, body })
    return toResponse({ tag: made, body })
  }
}

async function hashOfSurroundings(ctx: Ctx): Promise<string> {
  const [site, frame] = await Promise.all([ctx.site(ctx), readPublicSite(ctx)])
  return [softwareVersion, builtAt, hashOf(site), hashOf(frame)].join(' ')
}

function withTag(request: Request, tag: string | null): Request {
  const headers = new Headers(request.headers)
  if (tag === null) headers.delete('if-none-match')
  else headers.set('if-none-match', tag)
  return new Request(request.url, { headers })
}

function unchanged(): Response {
  return new Response(null, { status: 304 })
}

function toResponse({ tag, body }: Pick<KeptPost, 'tag' | 'body'>): Response {
  const headers = markPublic(new Headers({ etag: tag, 'content-encoding': 'br' }))
  return new Response(body, { headers })
}

async function compressed(html: ArrayBuffer): Promise<Uint8Array<ArrayBuffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.byteLength,
  }
  return new Uint8Array(await compress(html, { params, chunkSize: 64 * 1024 }))
}
