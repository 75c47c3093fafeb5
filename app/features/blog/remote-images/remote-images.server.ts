import { createHash } from 'node:crypto'

import type { Ctx } from '#app/platform/context.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { newId } from '#app/platform/ids.server.ts'

import { keepRemoteImage } from './keep-remote-image.job.server.ts'
import { remoteAddress, remoteImagesIn, replaceRemoteImages } from './replace-remote-images.ts'

/** The parts of a post that show pictures: its HTML and the URL of its cover. */
type Shown = { html: string; imageUrl: string | null }

const idOf = (url: string) => createHash('sha256').update(url).digest('base64url')

function remoteOf({ html, imageUrl }: Shown, publicUrl: string): string[] {
  const cover = imageUrl === null ? null : remoteAddress(imageUrl, publicUrl)
  return [...new Set([...remoteImagesIn(html, publicUrl), ...(cover === null ? [] : [cover])])]
}

/** Queues the download of pictures that are missing or failed. Runs in the transaction that stores the post. */
export async function wantRemoteImages(ctx: Ctx, shown: Shown): Promise<void> {
  const { publicUrl } = await ctx.site(ctx)
  for (const url of remoteOf(shown, publicUrl)) {
    const id = idOf(url)
    const fresh = { state: 'waiting', reason: null, updated_at: ctx.clock.now() } as const
    const queued = await ctx.db
      .insertInto('remote_image')
      .values({ id, url, address: null, ...fresh })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(fresh).where('remote_image.state', '=', 'failed'),
      )
      .returning('id')
      .executeTakeFirst()
    if (queued) await enqueue(ctx, keepRemoteImage, { id }, { id: `keep-remote-image-${newId()}` })
  }
}

async function findKept(ctx: Ctx, urls: readonly string[]): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('remote_image')
    .select(['url', 'address'])
    .where('id', 'in', urls.map(idOf))
    .where('state', '=', 'kept')
    .execute()
  return new Map(rows.flatMap(({ url, address }) => (address === null ? [] : [[url, address] as const])))
}

export async function localHtml(ctx: Ctx, html: string): Promise<string> {
  const { publicUrl } = await ctx.site(ctx)
  const kept = await findKept(ctx, remoteImagesIn(html, publicUrl))
  return replaceRemoteImages(html, kept, publicUrl)
}

/** Replaces the URL of each post's cover by that of our copy, or by null while there is none. */
export async function withLocalCovers<Post extends { imageUrl: string | null }>(
  ctx: Ctx,
  posts: readonly Post[],
): Promise<Post[]> {
  const { publicUrl } = await ctx.site(ctx)
  const remote = (url: string | null) => (url === null ? null : remoteAddress(url, publicUrl))
  const wanted = posts.map(({ imageUrl }) => remote(imageUrl)).filter((url) => url !== null)
  const kept = await findKept(ctx, [...new Set(wanted)])
  return posts.map((post) => {
    const url = remote(post.imageUrl)
    return url === null ? post : { ...post, imageUrl: kept.get(url) ?? null }
  })
}

export type MissingImage = { url: string; reason: string | null }

/** Returns the pictures of a post that have no copy yet, with the reason if a download failed. */
export async function listMissingImages(ctx: Ctx, shown: Shown): Promise<MissingImage[]> {
  const { publicUrl } = await ctx.site(ctx)
  const urls = remoteOf(shown, publicUrl)
  if (urls.length === 0) return []
  return ctx.db
    .selectFrom('remote_image')
    .select(['url', 'reason'])
    .where('id', 'in', urls.map(idOf))
    .where('state', '!=', 'kept')
    .orderBy('url')
    .execute()
}
