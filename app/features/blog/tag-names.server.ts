import type { Ctx } from '#app/platform/context.server.ts'
import { readSay } from '#app/platform/text-translations.server.ts'

import type { TagLink } from './list-published-posts.server.ts'
import { ofThisLanguage } from './post-languages.server.ts'

/** Only the most used tags are offered for translation. */
const MOST_TAGS = 300

/** Returns the names of tags in the context's language, the most used first. */
export async function listTagNames(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('blog_tag')
    .innerJoin('blog_post', 'blog_post.id', 'post_id')
    .select('name')
    .where(await ofThisLanguage(ctx))
    .groupBy('name')
    .orderBy((order) => order.fn.countAll(), 'desc')
    .orderBy('name')
    .limit(MOST_TAGS)
    .execute()
  return rows.map(({ name }) => name)
}

/** Names the tags of posts as visitors read them; their addresses are the same in all languages. */
export async function withTagNames<Post extends { tags: TagLink[] }>(
  ctx: Ctx,
  posts: readonly Post[],
): Promise<Post[]> {
  const say = await readSay(ctx)
  return posts.map((post) => ({
    ...post,
    tags: post.tags.map((tag) => ({ ...tag, name: say('tags', tag.name) })),
  }))
}
