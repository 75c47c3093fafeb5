import { createHash } from 'node:crypto'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { noteBlogChange } from '../kept/kept-posts.server.ts'

import { languageOfPost } from '../post-languages.server.ts'

import { type PostTexts, textsOf } from './post-texts.ts'
import { findGroup, listGroup } from './post-versions.server.ts'

export function digestOfTexts({ title, excerpt, imageAlt, blocks }: PostTexts): string {
  return createHash('sha256')
    .update(JSON.stringify([title, excerpt, imageAlt, ...blocks]))
    .digest('hex')
}

const TAKEN = 'which has one in this language'

/**
 * Makes a post that was imported the version of another. It follows that post's texts if they are those that it followed
 * where it was exported, which `digest` tells, or if `digest` is null; else all of them count as changed.
 * @returns null, or why it stands for itself: visitors see no version in a language that the site lacks
 */
export async function linkVersion(
  ctx: Ctx,
  { id, sourceId, digest }: { id: string; sourceId: string; digest: string | null },
): Promise<string | null> {
  const site = await ctx.site(ctx)
  return withTransaction(ctx, async (ctx) => {
    const { source } = await findGroup(ctx, sourceId)
    await ctx.engine.lockUntilCommit(ctx.db, `blog-versions:${source.id}`)
    const group = await listGroup(ctx, source.id)
    if (group.some((each) => each.id === id)) return null
    const own = await listGroup(ctx, id)
    const post = own.find((each) => each.id === id)
    if (!post || own.length > 1 || post.source_id !== null) return TAKEN
    if (group.some(({ language }) => language === post.language)) return TAKEN
    if (digest === null && languageOfPost({ ...post, source_id: source.id }, site) === null)
      return 'in a language that this site does not have'
    const texts = textsOf(source.form)
    const followed = digest === null || digestOfTexts(texts) === digest ? JSON.stringify(texts) : null
    await ctx.db
      .updateTable('blog_post')
      .set({ source_id: source.id, source_texts: followed })
      .where('id', '=', id)
      .execute()
    await noteBlogChange(ctx)
    await ctx.signals.publish(ctx, PAGES_TOPIC)
    return null
  })
}
