import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib'

import { findKeptPost, type KeptPost, type KeptPosts } from '#app/features/blog/kept/kept-posts.server.ts'
import { type FoundPost, readPost } from '#app/features/blog/pages/read-posts.server.ts'
import { siteLanguageOf } from '#app/features/blog/post-languages.server.ts'
import { ownPages } from '#app/features/blog/store-post.server.ts'
import { builtAt, version as softwareVersion } from '#app/platform/built-at.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { hashOf, inputsOf } from '#app/platform/http/page-inputs.server.ts'
import { publicHeaders } from '#app/platform/http/public-page.ts'

import { inItsLanguage, type PageLanguages, readPageLanguages } from '../languages/page-languages.server.ts'
import { readPublicSite } from '../layout/public-site.server.ts'
import type { FramedSite } from '../layout/site-frame.tsx'

const compress = promisify(brotliCompress)

const POST = /^\/blog\/([a-z0-9-]+)$/
/** Compressing this much takes a millisecond. Larger posts are compressed in another thread. */
const SMALL_BYTES = 64 * 1024

/** `tag` is a hash of everything that the page is made from. */
export type LoadedPost = Pick<KeptPost, 'tag' | 'body'> & { headers: Readonly<Record<string, string>> }

type RenderPost = (site: FramedSite, found: FoundPost) => Promise<string> | string

/** Loads a post's page from the database, and renders it only if its content has changed (decision 0102). */
export function createPostPages(ctx: Ctx, posts: KeptPosts, render: RenderPost) {
  return (address: string): (() => Promise<LoadedPost | null>) | null => {
    const slug = POST.exec(address)?.[1]
    return slug === undefined || ownPages.includes(slug) ? null : () => loadPost(slug)
  }

  /** Returns null if the router must respond: the post is missing, has another address, or cannot be read. */
  async function loadPost(slug: string): Promise<LoadedPost | null> {
    const [site, frame] = await Promise.all([ctx.site(ctx), readPublicSite(ctx)])
    const languages = await readPageLanguages(ctx, `/blog/${slug}`)
    const others = languages?.alternates.map(({ address }) => address).join(' ')
    const madeOf = [softwareVersion, builtAt, hashOf(site), hashOf(frame), others].join(' ')
    const headers = frame.isClosed ? { ...publicHeaders, 'x-robots-tag': 'noindex' } : publicHeaders
    const known = await findKeptPost(ctx, slug).catch(() => null)
    if (!known) return null
    const { version, kept } = known
    if (kept?.version === version && kept.madeOf === madeOf) return { ...kept, headers }
    const found = await readPost(ctx, slug).catch(() => null)
    if (found?.post.slug !== slug || siteLanguageOf(found.post.language, site) !== site.language) return null
    const tag = `"${inputsOf(`/blog/${slug}`, new Headers(headers), { build: `${softwareVersion} ${builtAt}`, frame, found, others })}"`
    const body = kept?.tag === tag ? kept.body : await compressed(await rendered(frame, found, languages))
    posts.keep({ slug, version, madeOf, tag, body })
    return { tag, body, headers }
  }

  async function rendered(
    site: FramedSite,
    found: FoundPost,
    languages: PageLanguages | null,
  ): Promise<string> {
    const html = await render(site, found)
    return languages ? inItsLanguage(html, languages, site.publicUrl) : html
  }
}

async function compressed(html: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.from(html)
  const isSmall = bytes.length <= SMALL_BYTES
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isSmall ? 3 : 4,
    [constants.BROTLI_PARAM_LGWIN]: isSmall ? 16 : 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const options = { params, chunkSize: 64 * 1024 }
  return new Uint8Array(isSmall ? brotliCompressSync(bytes, options) : await compress(bytes, options))
}
