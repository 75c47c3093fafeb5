import type { Ctx } from '#app/platform/context.server.ts'

import { foldQuery, foldText } from './fold-words.ts'
import type { IndexedPost, PostIndex } from './post-index.ts'
import { postgresIndex } from './postgres-index.server.ts'
import { sqliteIndex } from './sqlite-index.server.ts'

const MAX_WORDS = 12

export function postIndexOf(ctx: Pick<Ctx, 'engine'>): PostIndex {
  return ctx.engine.name === 'sqlite' ? sqliteIndex : postgresIndex
}

export async function indexPost(ctx: Ctx, post: IndexedPost): Promise<void> {
  const index = postIndexOf(ctx)
  await index.remove(ctx.db, post.id)
  await index.write(ctx.db, {
    id: post.id,
    title: foldText(post.title),
    tags: foldText(post.tags),
    text: post.text,
  })
}

export function searchWords(typed: string): string[] {
  const words = foldQuery(typed).matchAll(/[\p{L}\p{N}]+/gu)
  return Array.from(words, ([word]) => word).slice(0, MAX_WORDS)
}
