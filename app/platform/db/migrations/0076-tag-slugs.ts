import type { Kysely } from 'kysely'

type Tags = { blog_tag: { post_id: string; slug: string; name: string } }

/** `C++` and `C#` shared the address of `C`. A post had at most one of them, so no row meets another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tags = db as Kysely<Tags>
  const rows = await tags
    .selectFrom('blog_tag')
    .select(['post_id', 'slug', 'name'])
    .where((where) => where.or([where('name', 'like', '%+%'), where('name', 'like', '%#%')]))
    .execute()
  for (const { post_id, slug, name } of rows) {
    const renamed = slugAtThisTime(name)
    if (renamed === slug) continue
    const change = tags.updateTable('blog_tag').set({ slug: renamed })
    await change
      .where('post_id', '=', post_id)
      .where('slug', '=', slug)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('blog_tag as other')
              .select('other.slug')
              .where('other.post_id', '=', post_id)
              .where('other.slug', '=', renamed),
          ),
        ),
      )
      .execute()
  }
}

/** A copy of the rule, because migrations do not change. */
function slugAtThisTime(name: string): string {
  const named = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<=[\p{L}\p{N}+])\+(?![\p{L}\p{N}])/gu, ' plus ')
    .replaceAll(/(?<=[\p{L}\p{N}])#(?![\p{L}\p{N}])/gu, ' sharp ')
  return named.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'tag'
}
