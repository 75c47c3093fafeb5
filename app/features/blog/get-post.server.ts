import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { toPostForm } from './post-form.ts'

/** @throws {AppError} not-found. */
export async function getPost(ctx: Ctx, id: string) {
  requireActor(ctx, 'content.read')
  const post = await ctx.db
    .selectFrom('blog_post')
    .innerJoin('blog_content', 'blog_content.post_id', 'blog_post.id')
    .select([
      'blog_post.id',
      'version',
      'slug',
      'title',
      'excerpt',
      'own_excerpt',
      'image_url',
      'image_alt',
      'tags',
      'language',
      'author',
      'published',
      'published_at',
      'publish_at',
      'updated_at',
      'words',
      'source_id',
      'source_texts',
      'source',
      'html',
      'outline',
    ])
    .where('blog_post.id', '=', id)
    .executeTakeFirst()
  if (!post) throw new AppError('not-found', 'There is no such post. It may have been deleted.')
  return { ...post, form: toPostForm(post) }
}
