import { z } from 'zod'

import { MAX_SOURCE } from '../content/render-in-pool.server.ts'
import { emptyPostForm } from '../post-form.ts'
import { languageOfTag } from '../post-languages.ts'

import { type LazyEntries, momentOf, UnreadableImport } from './import-file.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

const id = z.union([z.string(), z.number()])

const schema = z.object({
  posts: z.array(
    z.object({
      id,
      title: text,
      slug: text,
      html: text,
      status: text,
      type: z.string().nullish(),
      custom_excerpt: text,
      locale: text,
      feature_image: text,
      created_at: z.string().nullish(),
      published_at: z.string().nullish(),
    }),
  ),
  tags: z.array(z.object({ id, name: z.string() })).default([]),
  posts_tags: z
    .array(
      z.object({
        post_id: id,
        tag_id: id,
        sort_order: z.number().default(0),
      }),
    )
    .default([]),
  posts_meta: z.array(z.object({ post_id: id, feature_image_alt: text })).default([]),
})

/**
 * Reads the posts of Ghost's export from their HTML; ignores pages.
 * @param base replaces the export's placeholder for the old blog's URL
 * @throws {UnreadableImport}
 */
export function readGhost(json: string, base: string): LazyEntries {
  const { posts, tags, posts_tags: links, posts_meta: metas } = dataOf(json)
  const nameOf = new Map(tags.map((tag) => [tag.id, tag.name]))
  const linksOf = Map.groupBy(links, (link) => link.post_id)
  const altOf = new Map(metas.map((meta) => [meta.post_id, meta.feature_image_alt]))
  const whole = (html: string) =>
    // A text that is already too long must not grow.
    html.length > MAX_SOURCE ? html : html.replaceAll('__GHOST_URL__', () => base)
  return posts
    .filter(({ type }) => type !== 'page')
    .map((post) => () => ({
      form: {
        ...emptyPostForm,
        title: post.title,
        slug: post.slug,
        content: whole(post.html),
        excerpt: post.custom_excerpt,
        language: languageOfTag(post.locale),
        imageUrl: whole(post.feature_image),
        imageAlt: altOf.get(post.id) ?? '',
        tags: (linksOf.get(post.id) ?? [])
          .toSorted((a, b) => a.sort_order - b.sort_order)
          .flatMap(({ tag_id }) => {
            const name = nameOf.get(tag_id)
            // Tags that begin with # are internal to Ghost.
            return name && !name.startsWith('#') ? [name.replaceAll(',', ' ')] : []
          })
          .join(', '),
      },
      createdAt: momentOf(post.created_at),
      publishedAt: post.status === 'published' ? momentOf(post.published_at ?? post.created_at) : null,
    }))
}

function dataOf(json: string): z.infer<typeof schema> {
  let read: unknown
  try {
    read = JSON.parse(json)
  } catch (error) {
    throw new UnreadableImport('This JSON file is damaged. Please export it again.', { cause: error })
  }
  const wrapped = z.object({ db: z.array(z.object({ data: schema })).min(1) }).safeParse(read)
  const plain = z.object({ data: schema }).safeParse(read)
  const data = wrapped.data?.db[0]?.data ?? plain.data?.data
  if (!data) throw new UnreadableImport('This JSON file is not an export from Ghost.')
  return data
}
