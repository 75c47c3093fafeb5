import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { Zip } from 'fflate'
import { stringify } from 'yaml'

import { parseImageAddress } from '#app/features/images/image-address.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { digestOfTexts } from '../languages/link-version.server.ts'
import { readSourceTexts } from '../languages/stored-version.server.ts'
import { readTags, toPostForm } from '../post-form.ts'

/** Bytes of a post to compress before yielding to other requests. */
const STRETCH = 64 * 1024

/**
 * Returns a zip of all posts, drafts too. Each post is a Markdown file with front matter, and its pictures are files of
 * their own. A post is read only when the client takes it. Packing yields to other requests, because SQLite reads
 * synchronously.
 */
export async function exportPosts(ctx: Ctx): Promise<ReadableStream<Uint8Array>> {
  requireActor(ctx, 'content.read')
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'post.exported' }))
  const { Zip, ZipDeflate } = await import('fflate')
  let after = ''
  let zip: Zip
  const pictures = new Set<string>()
  const packed = new Set<string>()
  return new ReadableStream({
    start(controller) {
      zip = new Zip((error, chunk, isLast) => {
        if (error) return controller.error(error)
        controller.enqueue(chunk)
        if (isLast) controller.close()
      })
    },
    async pull() {
      const [picture] = pictures
      if (picture !== undefined) {
        pictures.delete(picture)
        packed.add(picture)
        return packPicture(ctx, zip, picture)
      }
      const post = await findNext(ctx, after)
      if (!post) return zip.end()
      after = post.id
      for (const found of picturesIn(post)) if (!packed.has(found)) pictures.add(found)
      const addresses = { former: await findFormerAddresses(ctx, post), source: await findSource(ctx, post) }
      const text = writePost(post, addresses)
      const file = new ZipDeflate(`${post.slug}.md`, { level: 6 })
      zip.add(file)
      const bytes = new TextEncoder().encode(text)
      for (let at = 0; at < bytes.length; at += STRETCH) {
        file.push(bytes.subarray(at, at + STRETCH), at + STRETCH >= bytes.length)
        await yieldToOthers()
      }
    },
  })
}

/** The addresses of a post's stored pictures, such as `/images/{id}/960x640.webp`. */
function picturesIn({ source, image_url }: Exported): string[] {
  const found = `${source}\n${image_url ?? ''}`.match(/\/images\/[0-9a-f-]{36}\/\d{1,4}x\d{1,5}\.webp/g)
  return [...new Set(found)]
}

/** Packs the widest stored picture under its address, at which an import finds it. */
async function packPicture(ctx: Ctx, zip: Zip, address: string): Promise<void> {
  const { ZipPassThrough } = await import('fflate')
  const picture = parseImageAddress(address)
  const bytes = picture && (await ctx.files.get(`images/${picture.id}/${picture.width}.webp`))
  if (!bytes) return
  const file = new ZipPassThrough(address.slice(1))
  zip.add(file)
  file.push(bytes, true)
}

async function findNext(ctx: Ctx, after: string) {
  return ctx.db
    .selectFrom('blog_post')
    .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
    .select([
      'id',
      'slug',
      'title',
      'own_excerpt',
      'image_url',
      'image_alt',
      'tags',
      'source',
      'language',
      'author',
      'source_id',
      'source_texts',
    ])
    .select(['published', 'published_at', 'publish_at', 'created_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

type Exported = NonNullable<Awaited<ReturnType<typeof findNext>>>

async function findFormerAddresses(ctx: Ctx, { id, slug }: Exported): Promise<string[]> {
  const slugs = await ctx.db
    .selectFrom('blog_slug')
    .select('slug')
    .where('post_id', '=', id)
    .orderBy('slug')
    .execute()
  const paths = await ctx.db
    .selectFrom('blog_former_path')
    .select('path')
    .where('post_id', '=', id)
    .orderBy('path')
    .execute()
  const own = slugs.filter((one) => one.slug !== slug).map((one) => `/blog/${one.slug}`)
  return [...own, ...paths.map(({ path }) => path)]
}

/** The address of the post that it is a translation of; ids differ between installations. */
async function findSource(ctx: Ctx, { source_id: id }: Exported): Promise<string | null> {
  if (id === null) return null
  const source = await ctx.db.selectFrom('blog_post').select('slug').where('id', '=', id).executeTakeFirst()
  return source ? `/blog/${source.slug}` : null
}

type Addresses = { former: readonly string[]; source: string | null }

/** Writes a post with its fields before it. Texts are quoted, because readers of YAML 1.1 take `no` for false. */
function writePost(post: Exported, addresses: Addresses): string {
  const { content, tags: _, imageUrl, imageAlt, excerpt, language, author, ...names } = toPostForm(post)
  const { published, published_at: publishedAt, publish_at: publishAt, created_at: createdAt } = post
  const isPublic = published === 1 || publishAt !== null
  const date = (published === 1 ? publishedAt : publishAt) ?? publishedAt
  const tags = readTags(post.tags)
  const followed = readSourceTexts(post.source_texts)
  const fields = {
    id: `foyer:${post.id}`,
    ...names,
    ...(date !== null && { date: isoOf(date) }),
    created: isoOf(createdAt),
    published: isPublic,
    tags,
    ...(excerpt && { excerpt }),
    ...(imageUrl && { image: imageUrl }),
    ...(imageAlt && { imageAlt }),
    ...(language && { lang: language }),
    ...(author && { author }),
    ...(addresses.source !== null && { translationOf: addresses.source }),
    ...(addresses.source !== null && followed && { translatedFrom: digestOfTexts(followed) }),
    ...(addresses.former.length > 0 && { aliases: addresses.former }),
  }
  const matter = stringify(fields, {
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  })
  return `---\n${matter}---\n\n${content}\n`
}

function isoOf(moment: number): string {
  return new Date(moment).toISOString()
}
